"""Coming to the page: by a picture of the link, as an installed app, and over a slow line."""

from __future__ import annotations

import json
import struct

import httpx2
import pytest
import zxingcpp
from playwright.sync_api import expect

from hoodwink.server import pages
from tests.browser.conftest import NewVisitor
from tests.browser.pixels import grey
from tests.server.serving import Server

MOST = 150_000
"""Bytes over the line, all in all, from nothing to the first decision."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_of_the_link_leads_to_the_table(visit: NewVisitor, theme: str) -> None:
    ann = visit("/new/dudo", theme=theme)
    ann.page.get_by_role("button", name="Open the table").click()
    link = ann.page.get_by_label("The table’s link", exact=True)
    expect(link).to_be_visible()
    picture = grey(ann.page.get_by_role("img", name="QR code").screenshot())
    read = zxingcpp.read_barcodes(picture)
    assert [code.text for code in read] == [link.input_value()]


def test_the_page_can_be_installed(server: Server) -> None:
    manifest = json.loads(httpx2.get(f"{server.url}/manifest.webmanifest").text)
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        found = httpx2.get(server.url + icon["src"])
        assert found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack_from(">II", found.content, 16)
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add((width, icon["purpose"]))
    assert {(192, "any"), (512, "any"), (512, "maskable")} <= sizes
    home = httpx2.get(server.url).text
    assert 'rel="apple-touch-icon" href="/apple-touch-icon.png"' in home
    assert httpx2.get(f"{server.url}/apple-touch-icon.png").headers["content-type"] == "image/png"


def test_files_go_compressed_to_whoever_can_read_that(server: Server) -> None:
    name = next(name for name in pages.files() if name.endswith(".js"))
    packed = httpx2.get(server.url + name, headers={"Accept-Encoding": "gzip"})
    plain = httpx2.get(server.url + name, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content == pages.files()[name].plain
    assert packed.headers["vary"] == "Accept-Encoding"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2


@pytest.mark.parametrize("game", ["Dudo", "Dudab Buba", "RumBugz"])
def test_all_that_is_needed_to_play_is_small(visit: NewVisitor, game: str) -> None:
    ann = visit("/rules/dudo")  # any page, to have a window; what follows is counted from nothing
    ann.page.goto("about:blank")
    line = ann.context.new_cdp_session(ann.page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    urls: dict[str, str] = {}
    sizes: dict[str, float] = {}
    line.on("Network.responseReceived", lambda event: urls.update({event["requestId"]: event["response"]["url"]}))
    line.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    ann.go("/")
    ann.page.get_by_role("listitem").filter(has_text=game).get_by_role("button", name="Play now").click()
    expect(ann.page.get_by_role("region", name="The table", exact=True)).to_be_visible()
    files = {url: sizes.get(number, 0) for number, url in urls.items() if "/api/" not in url}
    assert {url.rpartition(".")[2] for url in files} >= {"js", "css"}
    assert max(files.values()) > MOST / 4  # it was counted
    assert sum(files.values()) < MOST
