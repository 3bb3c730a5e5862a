"""What the overlay says where it has nothing to show."""

LOST = "Waiting for the bridge."
EMPTY = "Put an access token with the seat public behind a # at the end of this address."
OTHER_SEAT = "This token may see secrets; make one with the seat public."
