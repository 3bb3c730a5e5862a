"""What the client says by itself; everything else is the bridge's own words."""


def unreachable(address: str) -> tuple[str, str]:
    """The bridge did not answer, however often it was asked."""
    return (
        f"The bridge at {address} does not answer.",
        "See that vtt-bridge serve runs there; an action may be sent again with the same id.",
    )


def unreadable(address: str) -> tuple[str, str]:
    """Something answers that is no bridge, or one of another time."""
    return (
        f"What answers at {address} is not understood.",
        "See that a bridge of this version runs there.",
    )


def nobody_called(name: str, known: list[str]) -> tuple[str, str]:
    here = f"There are: {', '.join(known)}." if known else "There is nobody."
    return f"Nobody at this table is called {name}.", here


def several_called(name: str, ids: list[str]) -> tuple[str, str]:
    return f"Several at this table are called {name}.", f"Name one by its id: {', '.join(ids)}."


def broken_off(after: int) -> tuple[str, str]:
    return (
        f"The bridge's journal ends before {after}; it was restored from a backup.",
        "Read the table anew.",
    )
