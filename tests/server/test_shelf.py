"""What can be played, as whoever sets a table up reads it: complete, true, in every language."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hoodwink import bots, games
from hoodwink.engine.contract import AnyGame
from hoodwink.engine.options import agree, option_kinds
from hoodwink.engine.words import LANGUAGES, Voice
from hoodwink.server import shelf
from hoodwink.wire.shelf import GameCard, OptionCard
from tests.server.served import Served

every_game = pytest.mark.parametrize("game", games.every(), ids=lambda game: game.info.key)
NAMES = {"kind", "optional", "default", "low", "high", "choices"}


def listed(server: Served, query: str = "", **headers: str) -> list[GameCard]:
    given = server.http.get(f"{server.url}/api/games{query}", headers=headers)
    assert given.status_code == 200, given.text
    return msgspec.json.decode(given.content, type=list[GameCard])


def test_every_game_is_listed_in_the_language_asked_for(server: Served) -> None:
    assert [card.key for card in listed(server)] == list(games.KEYS)
    for lang in LANGUAGES:
        assert listed(server, f"?lang={lang}") == shelf.cards(Voice(lang))
    assert listed(server, **{"Accept-Language": "hu-HU"}) == shelf.cards(Voice("hu"))
    assert listed(server, "?lang=it", **{"Accept-Language": "hu-HU"}) == shelf.cards(Voice("it"))
    assert server.http.get(f"{server.url}/api/games?lang=xx").json()["code"] == "malformed"


def test_options_say_what_they_take() -> None:
    options = {option.name: option for option in shelf.card(games.find("dudo"), Voice()).options}

    def told(name: str) -> dict[str, Any]:
        return {key: value for key, value in msgspec.structs.asdict(options[name]).items() if key in NAMES}

    nothing: dict[str, Any] = {"optional": False, "low": None, "high": None, "choices": ()}
    assert told("dice") == nothing | {"kind": "int", "default": 5, "low": 1, "high": 8}
    assert told("one_die_losses") == nothing | {"kind": "bool", "default": False}
    assert told("bid_history") == nothing | {"kind": "choice", "default": "round", "choices": ("round", "last")}
    cap = {"kind": "int", "default": None, "optional": True, "low": 1, "high": 13}
    assert told("bonus_cap") == nothing | cap
    assert options["dice"].clause == "DU-1"
    assert options["dice"].text == "How many dice each player starts with."


def test_a_bot_is_asked_for_by_level_and_sits_by_name(server: Served) -> None:
    table, host = server.open(seats=2, minder="2")
    card = server.post(f"/{table}/bots", {"host": host, "bot": "1"})
    assert card["seats"][0]["bot"] == games.find("dudo").levels[0]
    begun = server.post(f"/{table}/begin", {"host": host, "bot": "4"})
    assert begun["seats"][1]["bot"] == games.find("dudo").levels[3]
    refused = server.http.post(f"{server.url}/api/tables", json={"game": "dudo", "seats": 2, "minder": "9"})
    assert "There is no bot 9 for dudo" in refused.json()["why"]


@every_game
def test_a_table_takes_what_the_card_offers(game: AnyGame) -> None:
    card = shelf.card(game, Voice())
    assert [option.name for option in card.options] == list(option_kinds(game.info.options))
    for option in card.options:
        for value in offered(option):
            assert getattr(agree(game, None, {option.name: value}), option.name) == value
    for preset in card.presets:
        assert agree(game, preset.name, {}) == agree(game, None, preset.options) == game.info.presets[preset.name]


def offered(option: OptionCard) -> list[Any]:
    values: list[Any] = [None] if option.optional else []
    match option.kind:
        case "bool":
            return [*values, False, True]
        case "int":
            return [*values, option.low, option.high]
        case "choice":
            return [*values, *option.choices]


@every_game
def test_bots_come_with_their_levels(game: AnyGame) -> None:
    card = shelf.card(game, Voice())
    assert [bot.name for bot in card.bots] == bots.names(game)
    assert {bot.level: bot.name for bot in card.bots if bot.level is not None} == dict(enumerate(game.levels, 1))
    assert all(bot.text and bot.title[0].isupper() for bot in card.bots)
    assert card.hints == (game.advise is not None)
