"""A bare Flask-SocketIO server as its manual shows it; listens on the port that it is given."""

import sys

from flask import Flask
from flask_socketio import SocketIO


def main() -> None:
    app = Flask("bare")
    socketio = SocketIO(app, async_mode="threading")
    socketio.on_event("act", lambda message: message)
    socketio.run(app, host="127.0.0.1", port=int(sys.argv[1]), allow_unsafe_werkzeug=True)


if __name__ == "__main__":
    main()
