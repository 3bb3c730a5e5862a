"""Every sentence of the practice table's console."""

DEMO = "open the practice table in a browser"
DEMO_SYSTEM = "the rule system to play"
DEMO_PORT = "first port to try for the practice table"
DEMO_NO_BROWSER = "only print the addresses of the pages"
DEMO_STOPPED = "vtt-bridge has stopped."
DEMO_STOP = "Open these pages side by side. Ctrl-C stops the demo."
NO_LIBRARIES = (
    "The practice table needs browser libraries that are not here; in the folder of the project, "
    "'python3 run.py demo' fetches them and opens the table."
)
GAME_MASTER = "Game master"


def demo_page(who: str, address: str) -> str:
    return f"{who}: {address}"


def demo_scripts(data: str) -> str:
    return f'Scripts and the command line: vtt-bridge status --data "{data}"'
