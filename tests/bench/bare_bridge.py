"""A bridge without a limit on its rate, paired with the bench; prints its place as JSON.

Its arguments are a data folder and how the database is synchronised, FULL or NORMAL.
"""

import json
import sys
import threading
from pathlib import Path

from tests.bench.stack import count_cpu
from vtt_bridge.server import BridgeServer

ORIGIN = "http://localhost:30000"


def main() -> None:
    data, how = sys.argv[1:]
    server = BridgeServer(Path(data), port=0, synchronous=how, show=str, messages_per_second=1e9)
    count_cpu(server._app.extensions["socketio"])
    server.start()
    token = server.bridge.admit("bench", "Bench", ORIGIN, "carps")
    place = {"url": server.address, "token": token, "origin": ORIGIN, "world": "bench"}
    print(json.dumps(place), flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
