"""A program that uses the REST interface."""

from typing import Any

import requests

from tests.bridge.page import WORLD

TABLE = f"/tables/{WORLD}"


class Program:
    """A program with an access token."""

    def __init__(self, address: str, token: str, name: str = "program") -> None:
        self.name = name
        self.base = f"{address}/api/v1"
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.count = 0

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        answer = requests.get(self.base + path, query, headers=self.headers, timeout=20)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, status: int = 200, **message: Any) -> Any:
        self.count += 1
        message.setdefault("id", f"{self.name}-no-{self.count:04}")
        url = f"{self.base}{TABLE}/{path}"
        answer = requests.post(url, json=message, headers=self.headers, timeout=20)
        assert answer.status_code == status, answer.text
        return answer.json()

    def command(self, status: int = 200, **message: Any) -> Any:
        return self.post("commands", status, **message)
