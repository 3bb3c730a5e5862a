"""Every sentence of the doctor: what a check saw, and what to do about it."""

from collections.abc import Sequence

Said = tuple[str, str]  # what was seen, and what to do: empty when all is well

# This computer


def engine(path: str) -> Said:
    return f"The rules are vtt-bridge's own, in {path}.", ""


def old_sqlite(version: str) -> Said:
    return f"SQLite {version} is too old.", "Install a newer Python; 3.11 or later brings its own."


def sqlite(version: str) -> Said:
    return f"SQLite {version} has no known fault.", ""


def sqlite_reset(version: str) -> Said:
    return (
        f"SQLite {version} is good for the bridge, which writes its database alone; open that with "
        "no other program while the bridge runs.",
        "",
    )


def options(file: str | None) -> Said:
    return f"Options are read from {file}." if file else "No file with options; none is needed.", ""


def unknown_variables(names: Sequence[str], known: Sequence[str]) -> Said:
    return (
        f"The environment has options that do not exist: {', '.join(names)}.",
        f"Correct or remove them; there are {', '.join(known)}.",
    )


def unreadable_options(why: str) -> Said:
    return why, "Then ask the doctor again; nothing else was looked at."


def clock(now: str) -> Said:
    return f"The clock says {now}.", ""


def clock_behind(now: str, last: str) -> Said:
    return (
        f"The clock says {now}, but the database was used at {last}.",
        "Set this computer's date and time.",
    )


# The data folder

UNKNOWN_DISK = "of a kind that this system does not tell"


def folder(path: str) -> Said:
    return f"{path} can be written.", ""


def no_folder(path: str) -> Said:
    return f"{path} is not there yet; the first start makes it.", ""


def no_folder_possible(path: str, why: str) -> Said:
    return f"{path} cannot be made ({why}).", "Choose another folder with --data DIR."


def read_only(path: str, why: str) -> Said:
    return (
        f"{path} cannot be written ({why}).",
        "Give yourself the right to write there, or choose another folder with --data DIR.",
    )


def read_only_lock(path: str) -> Said:
    return (
        f"{path} cannot be written, and no bridge starts without it.",
        "Give yourself the right to write to it, or delete it while no bridge runs.",
    )


def disk_full(path: str, why: str) -> Said:
    return f"The disk of {path} is full ({why}).", "Make room on it, or choose another with --data."


def private(path: str) -> Said:
    return f"Nobody else on this computer can read {path}.", ""


def rights_unknown(path: str) -> Said:
    return f"The rights of {path} are the system's to keep.", ""


def readable(names: Sequence[str], path: str) -> Said:
    return (
        f"Other users of this computer can read {', '.join(names)}.",
        f"Take that right away: chmod -R go= '{path}'",
    )


def foreign_owner(names: Sequence[str], path: str) -> Said:
    return (
        f"Another user owns {', '.join(names)}; the bridge was perhaps once started with sudo.",
        f"Give them back: sudo chown -R $(id -un) '{path}'",
    )


def room(free: str) -> Said:
    return f"{free} are free.", ""


def little_room(free: str) -> Said:
    return f"Only {free} are free.", "Make room on that disk before the session."


def local_disk(kind: str) -> Said:
    return f"The data folder is on this computer ({kind}).", ""


def network_disk(kind: str) -> Said:
    return (
        f"The data folder is on a network drive ({kind}), where a journal is not safe.",
        "Choose a folder on this computer with --data DIR.",
    )


# The database


def no_database() -> Said:
    return "There is none yet; the first start makes it.", ""


def database(size: str) -> Said:
    return f"It is whole and can be written ({size}).", ""


def unsound_journals(faults: Sequence[str]) -> Said:
    return (
        " ".join(faults),
        "Bring that world back from a backup: 'vtt-bridge restore' lists them, "
        "'vtt-bridge restore NAME --world WORLD' puts one world back.",
    )


def locked(text: str) -> Said:
    return text, "It is often a database browser, or a program that copies or backs up files."


def damaged(text: str) -> Said:
    return text, "Start the bridge: it sets the file aside and names the last good backup."


def unusable(text: str) -> Said:
    return (
        text,
        "The files bridge.sqlite3* must be yours, not read-only, and not newer.",
    )


# The bridge


def runs(version: str, address: str) -> Said:
    return f"vtt-bridge {version} runs at {address}.", ""


def not_running() -> Said:
    return "No bridge runs on this data folder.", "Start it: vtt-bridge serve"


def silent(address: str, pid: int) -> Said:
    return (
        f"The bridge at {address} does not answer.",
        f"Wait a moment; else end its process {pid} and start it again.",
    )


def kept() -> Said:
    return (
        "A program keeps the data folder, but has not told where it runs.",
        "Stop the other vtt-bridge, and start it again.",
    )


def port_ours(port: int) -> Said:
    return f"The bridge answers on port {port}.", ""


def port_free(port: int) -> Said:
    return f"Port {port} is free.", ""


def no_port() -> Said:
    return "The system chooses the port.", ""


def other_bridge(port: int) -> Said:
    return (
        f"A bridge of another data folder answers on port {port}; it knows other worlds.",
        "Stop that one, or use it: a page finds only the bridge that it was paired with.",
    )


def port_answers(port: int, server: str) -> Said:
    named = f" ({server})" if server else ""
    return f"Another program answers on port {port}{named}.", PORT_TODO


def port_silent(port: int) -> Said:
    return f"Another program holds port {port} and does not answer.", PORT_TODO


PORT_TODO = (
    "Stop it, or choose a port with --port or in config.toml; then type the address that the "
    "bridge shows into the module's window."
)


def versions(version: str) -> Said:
    return f"Command, bridge and connected modules are {version}.", ""


def no_versions() -> Said:
    return "Nothing runs that could be of another version.", ""


def old_bridge(running: str, here: str) -> Said:
    return (
        f"The running bridge is {running}, this command {here}.",
        "Stop the bridge and start it again.",
    )


def other_module(user: str, theirs: str, ours: str) -> Said:
    return (
        f"The page of {user} has the module {theirs}, the bridge is {ours}.",
        "Update the older of the two: the module in Foundry's set-up or with vtt-bridge module "
        "install, the bridge with pipx upgrade vtt-bridge.",
    )


def pairings(worlds: Sequence[str]) -> Said:
    return f"Paired: {', '.join(worlds)}.", ""


def no_pairings() -> Said:
    return (
        "No world is paired.",
        "In Foundry, as GM, press the status light and type the code of vtt-bridge pair.",
    )


def unknown_pairings() -> Said:
    return "Pairings cannot be read.", "Mend the database first."


def none_refused() -> Said:
    return "No page was refused lately.", ""


def refused(origin: str, minutes: int, text: str, hint: str) -> Said:
    when = "just now" if minutes < 1 else f"{minutes} min ago"
    return f"A page of {origin} was refused {when}: {text}", hint or "See the bridge's log."


# The page of the game


def bad_page(page: str) -> Said:
    return (
        f"{page or 'An empty text'} is not the address of a page.",
        "Copy it from the browser's address bar: http://localhost:30000, for example.",
    )


def page_paired(origin: str, worlds: Sequence[str]) -> Said:
    return f"{origin} is paired ({', '.join(worlds)}).", ""


def page_unpaired(origin: str, alike: str | None) -> Said:
    if alike:
        return (
            f"{origin} is not paired, but {alike} is.",
            f"Open the game as {alike}, or pair again from {origin}.",
        )
    return f"{origin} is not paired.", no_pairings()[1]


def page_here(origin: str) -> Said:
    return f"{origin} is on this computer; no browser stands between.", ""


def page_plain(origin: str, port: int | None) -> Said:
    here = f"http://localhost:{port}" if port else "http://localhost"
    return (
        f"{origin} is plain http and not this computer, so browsers keep it from the bridge.",
        f"If Foundry runs on this computer, open {here}; else give Foundry an https address.",
    )


def page_secure(origin: str) -> Said:
    return (
        f"{origin} reaches the bridge once the browser allows it: Chrome and Edge ask for apps on "
        "this device or the local network, Firefox for device apps and services. If it was "
        "refused: the icon left of the address, the site's settings, allow it, reload. "
        "Safari cannot.",
        "",
    )
