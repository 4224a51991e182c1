"""Setting a table up: which game, which options, how many seats, who sits where; asked in a menu or told at once."""

from __future__ import annotations

import getpass
from collections.abc import Sequence

from hoodwink import bots, games
from hoodwink.engine import options
from hoodwink.engine.contract import AnyGame, Options, Said
from hoodwink.engine.record import Sitter
from hoodwink.engine.words import message
from hoodwink.terminal.console import Console

USUAL_SEATS = 3


def choose_game(console: Console) -> AnyGame:
    """Let the person pick a game."""
    every = games.every()
    console.title("menu.welcome")
    console.show()
    titles = [f"{game.info.key} – {console.voice(f'{game.info.key}.tagline')}" for game in every]
    return every[console.choose(message("menu.which-game"), message("menu.which-game-help"), titles)]


def agree(game: AnyGame, preset: str | None, settings: Sequence[str]) -> Options:
    """The options of a table: a preset, and settings like `dice=3` on top of it."""
    return options.agree(game, preset, options.read_settings(settings))


def seat(game: AnyGame, players: Sequence[str], seats: int | None, bot: str | None = None) -> list[Sitter]:
    """The sitters that were told beforehand: names of people, `@` and a bot's name or level; bots take what is left."""
    sitters: list[Sitter] = []
    for player in players or (user_name(),):
        if player.startswith("@"):
            name = bots.SITTING_NAMES[len(sitters) % len(bots.SITTING_NAMES)]
            sitters.append(Sitter(name, bots.named(game, player[1:])))
        else:
            sitters.append(person(player, [sitter.name for sitter in sitters]))
    if seats is None:
        seats = max(len(sitters), game.info.seats[0]) if players else USUAL_SEATS
    if seats not in game.info.seats:
        raise Said(message("play.seats", seats=seats, low=game.info.seats[0], high=game.info.seats[-1]))
    if len(sitters) > seats:
        raise Said(message("play.too-many-players", count=len(sitters), seats=seats))
    return fill_seats(sitters, seats, bots.named(game, bot or bots.best(game)))


def choose_seats(console: Console, game: AnyGame) -> list[Sitter]:
    """Let the person say how many sit down, who of them are people, and which bots take the rest."""
    low, high = game.info.seats[0], game.info.seats[-1]
    ask_seats = message("menu.how-many-seats", low=low, high=high)
    seats = console.ask(ask_seats, message("menu.seats-help"), lambda text: _number(text, low, high), str(USUAL_SEATS))
    ask_people = message("menu.how-many-people", most=seats)
    people = console.ask(ask_people, message("menu.people-help"), lambda text: _number(text, 0, seats), "1")
    sitters: list[Sitter] = []
    while len(sitters) < people:
        ask_name = message("menu.name", number=len(sitters) + 1)
        taken = [sitter.name for sitter in sitters]
        default = "" if sitters else user_name()
        sitters.append(console.ask(ask_name, message("menu.name-help"), lambda name: person(name, taken), default))  # noqa: B023
    if people == seats:
        return sitters
    known = game.levels or bots.names(game)  # the number in the list is the level
    lines = [f"{bot} – {console.voice(bots.words(game, bot))}" for bot in known]
    chosen = console.choose(message("menu.which-bot"), message("menu.which-bot-help"), lines, len(known) - 1)
    return fill_seats(sitters, seats, known[chosen])


def fill_seats(sitters: Sequence[Sitter], seats: int, bot: str) -> list[Sitter]:
    """The sitters, then bots on the empty chairs."""
    return [*sitters, *(Sitter(bots.SITTING_NAMES[seat], bot) for seat in range(len(sitters), seats))]


def user_name() -> str:
    """What to call the person at this keyboard."""
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError):
        return bots.SITTING_NAMES[0]


def person(name: str, taken: Sequence[str]) -> Sitter:
    """Somebody with a name that nobody else at the table has."""
    name = " ".join(name.split())
    if not name.isprintable() or not 0 < len(name) <= 40 or name.startswith("@"):
        raise Said(message("menu.bad-name", name=name))
    if name in taken:
        raise Said(message("menu.name-taken", name=name))
    return Sitter(name)


def _number(text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text) <= high:
        raise Said(message("menu.not-a-number", text=text, low=low, high=high))
    return int(text)
