"""The game's page: may it reach this computer from a browser, and is it paired?"""

import ipaddress
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from vtt_bridge.doctor import Finding, database, words

DEFAULT_PORTS = {"http": 80, "https": 443}


def paired(data: Path, page: str) -> Finding:
    """Whether the page's origin is paired, or one that only names this computer otherwise."""
    address = _address(page)
    if address is None:
        return Finding("page", *words.bad_page(page))
    origin = _origin(address)
    known = database.pairings(data) or []
    worlds = [world for world, paired_origin in known if paired_origin == origin]
    if worlds:
        return Finding("page", *words.page_paired(origin, worlds))
    alike = next((other for _, other in known if _alike(address, other)), None)
    return Finding("page", *words.page_unpaired(origin, alike))


def reachable(page: str) -> Finding:
    """What browsers make of a page there that wants to reach this computer."""
    address = _address(page)
    if address is None:
        return Finding("browser", *words.bad_page(page))
    origin = _origin(address)
    if _is_here(address.hostname or ""):
        return Finding("browser", *words.page_here(origin))
    if address.scheme == "http":
        return Finding("browser", *words.page_plain(origin, address.port))
    return Finding("browser", *words.page_secure(origin))


def _address(page: str) -> SplitResult | None:
    try:
        address = urlsplit(page)
        usable = address.scheme in DEFAULT_PORTS and address.hostname and (address.port or True)
    except ValueError:
        return None
    return address if usable else None


def _origin(address: SplitResult) -> str:
    """As browsers write it: without a port that goes without saying."""
    host = address.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    if address.port in (None, DEFAULT_PORTS[address.scheme]):
        return f"{address.scheme}://{shown}"
    return f"{address.scheme}://{shown}:{address.port}"


def _alike(address: SplitResult, origin: str) -> bool:
    """Both on this computer, and on the same port."""
    other = urlsplit(origin)
    return (
        _is_here(address.hostname or "")
        and _is_here(other.hostname or "")
        and _port(address) == _port(other)
    )


def _port(address: SplitResult) -> int:
    return address.port or DEFAULT_PORTS[address.scheme]


def _is_here(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
