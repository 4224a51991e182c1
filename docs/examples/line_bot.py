"""A whole bot over stdin and stdout, in the standard library alone: plays moves at random in any game.

    hoodwink arena dudo "cmd:python3 docs/examples/line_bot.py" greedy

docs/PROTOCOL.md tells what is read and written here.
"""

import json
import os
import random
import sys

luck = random.Random(os.environ.get("HOODWINK_SEED"))  # in the arena another number for each match, always the same

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "packet" and said["moves"]:
        print(luck.choice(said["moves"]), flush=True)
