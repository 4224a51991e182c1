"""Workers: Ctrl-C is not for them, however early it comes, and they go with whoever started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPT = """
import os, sys
from hoodwink.workers import Workers

if __name__ == "__main__":
    pool = Workers(2)
    try:
        asked = [pool.submit(os.getpid) for _ in range(2)]
        print("asked", flush=True)
        if sys.argv[1] == "later":
            print(*{future.result() for future in asked}, flush=True)
        input()
    except KeyboardInterrupt:
        pool.shutdown(cancel_futures=True)
        print("stopped", flush=True)
"""


def started(when: str) -> subprocess.Popen[str]:
    running = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, when],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "asked\n"
    return running


@pytest.mark.parametrize("when", ["while they start", "later"])
def test_ctrl_c_is_heard_by_whoever_started_them_alone(when: str) -> None:
    running = started(when)
    if when == "later":
        assert running.stdout is not None
        running.stdout.readline()
    os.killpg(running.pid, signal.SIGINT)
    assert running.communicate(timeout=60) == ("stopped\n", "")


def test_workers_do_not_outlive_who_started_them() -> None:
    running = started("later")
    assert running.stdout is not None
    workers = [int(pid) for pid in running.stdout.readline().split()]
    running.kill()
    running.communicate(timeout=60)
    while any(map(_is_there, workers)):
        time.sleep(0.02)


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"
