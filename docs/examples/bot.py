"""A whole bot in the standard library alone: sits down at a table of any game and plays moves at random.

    python3 docs/examples/bot.py http://127.0.0.1:8000 TABLE NAME

With the key of a seat in $HOODWINK_KEY it goes on with that seat. docs/PROTOCOL.md tells what is read and posted here.
"""

import json
import os
import random
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

server, table, name = sys.argv[1:]
url = f"{server}/api/tables/{table}"


def ask(path: str, body: Any = None, key: str | None = None) -> Any:
    """Get a page, or post a body to it; the answer can be read line by line."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return urlopen(Request(url + path, body and json.dumps(body).encode(), headers))


key = os.environ.get("HOODWINK_KEY") or json.load(ask("/sit", {"name": name}))["key"]
for line in ask("/stream", key=key):
    message = json.loads(line) if line.strip() else {}  # a blank line says: still here
    if message.get("type") != "packet":
        continue
    if message["result"]:
        print(f"Over; won by {message['result']['winners']}")
        break
    if message["moves"]:
        try:
            ask("/moves", {"seq": message["seq"], "move": random.choice(message["moves"])}, key)
        except HTTPError as error:  # 409: a newer packet is on its way; 422: the rules say no, and why
            print(error.read().decode())
