"""How smoothly the page moves: frames drawn while tiles and cards are dragged and dealt, in Chromium slowed down four
times, read from its own trace. `python3 dev.py frames` prints a table; nothing is asserted.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.browser.conftest import chromium
from tests.browser.visitor import Visitor
from tests.server.serving import serving

SLOWDOWN = 4
CATEGORIES = ["devtools.timeline", "devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame"]
TITLES = {"dudab": "Dudab Buba", "rumbugz": "RumBugz"}
STEPS = 90


def drag_about(page: Page, piece: Locator) -> None:
    """Carry a piece about in a circle of sorts, and put it back where it was."""
    box = piece.bounding_box()
    assert box is not None, "there is nothing to drag"
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(STEPS):
        page.mouse.move(x + 3 * (step if step < STEPS / 2 else STEPS - step), y - 2 * (step % 30))
    page.mouse.move(x, y)
    page.mouse.up()


def dragging_tiles(page: Page) -> None:
    """RumBugz: draw, as soon as no discard is on offer any more, then carry tiles about."""
    bag = page.get_by_role("button", name=re.compile("in the bag"))
    while bag.is_disabled():
        if (passing := page.get_by_role("button", name="Pass", exact=True)).count():
            passing.click()
        page.wait_for_timeout(200)
    bag.click()
    tiles = page.locator("[data-target=hand] button.tile")
    tiles.first.wait_for()
    for index in range(4):
        drag_about(page, tiles.nth(index))


def dealing_cards(page: Page) -> None:
    """Dudab Buba: cards drawn and played by everybody, for some seconds."""
    for _ in range(6):
        draw = page.get_by_role("button", name="Draw", exact=True, disabled=False)
        if draw.count():
            draw.click()
        page.wait_for_timeout(700)


SCENES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "dragging": ("rumbugz", dragging_tiles),
    "dealing": ("dudab", dealing_cards),
}


def frames(trace: bytes) -> tuple[int, int]:
    """How many frames a trace shows as drawn, and how many as dropped."""
    names = [event["name"] for event in json.loads(trace)["traceEvents"]]
    return names.count("DrawFrame"), names.count("DroppedFrame")


def main() -> None:
    """Measure every scene."""
    print(f"Chromium at {SLOWDOWN} times its pace, headless, without a graphics card")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.db") as server, chromium() as browser:
        for name, (game, play) in SCENES.items():
            visitor = Visitor(browser, server.url, motion="no-preference")
            visitor.go("/")
            shelf = visitor.page.get_by_role("listitem").filter(has_text=TITLES[game])
            shelf.get_by_role("button", name="Play now").click()
            visitor.page.locator("[aria-label='Your turn'], :text('Your turn')").first.wait_for()
            visitor.context.new_cdp_session(visitor.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
            browser.start_tracing(page=visitor.page, categories=CATEGORIES)
            play(visitor.page)
            drawn, dropped = frames(browser.stop_tracing())
            share = drawn / max(1, drawn + dropped)
            print(f"{name:10} {game:8} {drawn:5} drawn {dropped:5} dropped  {60 * share:5.1f} of 60 frames a second")
            visitor.leave()


if __name__ == "__main__":
    main()
