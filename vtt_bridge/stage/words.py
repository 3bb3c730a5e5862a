"""Every sentence of the practice table's console."""

DEMO = "open the practice table in a browser"
DEMO_SYSTEM = "the rule system to play"
DEMO_PORT = "first port to try for the practice table"
DEMO_NO_BROWSER = "only print the addresses of the pages"
DEMO_STOPPED = "vtt-bridge has stopped."
DEMO_STOP = "Open these pages side by side. Ctrl-C stops the demo."
GAME_MASTER = "Game master"


def demo_page(who: str, address: str) -> str:
    return f"{who}: {address}"


def demo_scripts(data: str) -> str:
    return f'Scripts and the command line: vtt-bridge status --data "{data}"'
