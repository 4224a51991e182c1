"""Pictures of every screen, for docs/pictures and for whoever looks after the design: `python3 dev.py shots`.

Tables are staged, so that a picture changes only when the page does. The app's icons are drawn here too.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import chromium
from tests.browser.staged import TABLE, Stage
from tests.browser.tables import begun
from tests.browser.visitor import Visitor
from tests.server.serving import Server, serving

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs/pictures"
PUBLIC = ROOT / "web/public"
WIDTHS = {"phone": 360, "desk": 1280}
QUALITY = 72
ICON = """<body style="margin:0;background:#17363a">
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 80 80" style="display:block;width:100vw;height:100vh">
<path d="M8 28c8-9 16-9 24-3 8-6 16-6 24 3-3 12-11 16-18 10-3-3-9-3-12 0-7 6-15 2-18-10z" fill="#e9a23b"/>
<ellipse cx="21" cy="30" rx="5" ry="3.6" fill="#17363a"/><ellipse cx="43" cy="30" rx="5" ry="3.6" fill="#17363a"/>
</svg></body>"""
"""The favicon's mask on a square ground that a phone may cut as it likes."""
ICONS = {"icon-192": 192, "icon-512": 512, "apple-touch-icon": 180}
DUDO = "A:15566 B:13456 C:2246 D:335 | round 3 open B | B 4x5, C 5x5, D 6x5"
DUDAB = (
    "open A | A: R-mam-1 B-mam-4 D S:B | B: Y-club-2 G-mam-2 S:G | C: R-club-3 R-mam-4 + D"
    " | 1: R-hand-4 B-club-3 Y-hide-2 G-mam-1 =J= B-hand-3 | 2: S:Y G-hand-1 R-hide-3"
)
SCORING = """open A | A: D R-hand-1 + D D S:R Y-mam-4 R-hand-2 B-hand-2 | B: S:G Y-club-2 + R-hide-3 B-hide-4
| 1: B-club-3 | 2: R-mam-4 | deck Y-hide-1"""
RUMBUGZ = (
    "A:2,3,4,5,9,12,P B:1,6,8,10,12 C:1,2,3,4,5,6 | turn A table | pile 3 11 7 | rows B single 4 5 6 7 8;"
    " C double 1 3 P5 7; A triple 3 6 9 12; B match 8 8 8 8; C single 9 10 11 12"
)
OUT = (
    "A:9 B:1,1,10,12 C:3,8,P | turn A table | rows A single 2 3 4 5; A double 1 3 5 7; A triple 3 6 9 12;"
    " A match 8 8 8 8; B single 5 6 7 8"
)
Screen = Callable[[Visitor, Server], None]


def main() -> int:
    """Write all pictures, or those whose names begin as asked."""
    wanted = tuple(sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.db") as server, chromium() as browser:
        if not wanted:
            draw_icons(browser)
        for name, screen in SCREENS.items():
            if not wanted or name.startswith(wanted):
                for size, width in WIDTHS.items():
                    visitor = Visitor(browser, server.url, width=width)
                    screen(visitor, server)
                    shoot(visitor.page, PICTURES / f"{name}-{size}.webp")
                    visitor.leave()
    return 0


def draw_icons(browser: Browser) -> None:
    """The icons of the installed app."""
    for name, size in ICONS.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(ICON)
        page.screenshot(path=PUBLIC / f"{name}.png")
        page.close()


def shoot(page: Page, to: Path) -> None:
    """The window as WebP, which Playwright itself cannot write."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(base64.b64decode(taken["data"]))


def home(visitor: Visitor, server: Server) -> None:
    visitor.go("/")


def new_table(visitor: Visitor, server: Server) -> None:
    visitor.go("/new/rumbugz")


def gathering(visitor: Visitor, server: Server) -> None:
    visitor.go("/new/dudo")
    visitor.page.get_by_label("Your name at the table").fill("Ann")
    visitor.page.get_by_role("button", name="Open the table").click()
    visitor.page.get_by_role("button", name="Add a bot").first.click()
    expect(visitor.page.get_by_role("img", name="QR code")).to_be_visible()


def staged(visitor: Visitor, game: str, seats: int, position: str, **options: bool) -> Stage:
    """A page before a position."""
    visitor.go("/")
    stage = Stage(visitor.page, game, seats, position, **options)
    visitor.go(f"/t/{TABLE}")
    expect(visitor.page.get_by_role("region", name="The table", exact=True)).to_be_visible()
    return stage


def dudo(visitor: Visitor, server: Server) -> None:
    staged(visitor, "dudo", 4, DUDO)


def dudo_reveal(visitor: Visitor, server: Server) -> None:
    staged(visitor, "dudo", 4, DUDO)
    visitor.page.get_by_role("button", name="Dudo!", exact=True).click()
    expect(visitor.page.get_by_role("button", name="Go on")).to_be_visible()


def dudab(visitor: Visitor, server: Server) -> None:
    staged(visitor, "dudab", 3, DUDAB, jungle=True)


def dudab_scoring(visitor: Visitor, server: Server) -> None:
    staged(visitor, "dudab", 2, SCORING)
    visitor.page.get_by_role("button", name="Draw", exact=True).click()
    expect(visitor.page.get_by_role("region", name="Scores")).to_be_visible()


def rumbugz(visitor: Visitor, server: Server) -> None:
    staged(visitor, "rumbugz", 3, RUMBUGZ)
    rack = visitor.page.get_by_role("region", name="Your Bugz")
    for tile in ("2", "3", "4"):
        rack.get_by_role("button", name=tile, exact=True).click()
        goal = "+ Single" if tile == "2" else "Put it into row 6, Single"
        visitor.page.get_by_role("button", name=goal).click()
    visitor.page.locator("main").evaluate("element => element.scrollTo(0, 0)")
    visitor.page.evaluate("scrollTo(0, 0)")


def rumbugz_round(visitor: Visitor, server: Server) -> None:
    staged(visitor, "rumbugz", 3, OUT)
    visitor.page.get_by_role("region", name="Your Bugz").get_by_role("button", name="9", exact=True).click()
    visitor.page.get_by_role("button", name="Put it into row 5, Single").click()
    visitor.page.get_by_role("button", name="Do it").click()
    expect(visitor.page.get_by_role("region", name="The round is over")).to_be_visible()


def replay(visitor: Visitor, server: Server) -> None:
    table = begun(server)
    table.play_out()
    visitor.go(f"/t/{table.table}/replay?at=6&eyes=A")


def end(visitor: Visitor, server: Server) -> None:
    table = begun(server)
    visitor.go("/")
    table.play_out()
    table.sit(visitor)
    expect(visitor.page.get_by_role("button", name="Rematch")).to_be_visible()


def rules(visitor: Visitor, server: Server) -> None:
    visitor.go("/rules/rumbugz")


def learn(visitor: Visitor, server: Server) -> None:
    visitor.go("/learn/rumbugz")
    visitor.page.locator(".guide button.primary").click()
    visitor.page.locator(".guide button.show").click()


SCREENS: dict[str, Screen] = {
    "home": home,
    "new-table": new_table,
    "gathering": gathering,
    "dudo": dudo,
    "dudo-reveal": dudo_reveal,
    "dudab": dudab,
    "dudab-scoring": dudab_scoring,
    "rumbugz": rumbugz,
    "rumbugz-round": rumbugz_round,
    "replay": replay,
    "end": end,
    "rules": rules,
    "learn": learn,
}

if __name__ == "__main__":
    sys.exit(main())
