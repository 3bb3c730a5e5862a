"""Messages of others, checked. A bridge starts without the schemas; they come with the first."""

from typing import Any

PROTOCOL = 1


def read(event: str, message: object) -> dict[str, Any]:
    """The checked message of that event, or a `Refusal` that names the first thing wrong."""
    from vtt_bridge import schemas

    return schemas.read(event, message)
