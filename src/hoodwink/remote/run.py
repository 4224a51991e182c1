"""`hoodwink bot`: everything put together, and left in good order however it ends."""

from __future__ import annotations

import os

import click
import msgspec

from hoodwink.engine.words import Voice, message
from hoodwink.remote.link import Link, NoWay, read_key
from hoodwink.remote.minds import Mind, OwnBot, OwnProgram
from hoodwink.remote.play import Sitting
from hoodwink.wire.messages import Join
from hoodwink.workers import sweep_seldom

__all__ = ["key_from", "read_key", "run"]


def key_from(name: str) -> str:
    """The key in a variable of the environment."""
    if name not in os.environ:
        raise NoWay(message("bot.no-key", name=name))
    return read_key(os.environ[name], name)


def run(
    server: str,
    table: str,
    key: str,
    bot: str | None,
    command: str | None,
    *,
    timeout: int,
    hidden: str | None,
    voice: Voice,
) -> None:
    """Play the seat that the key opens until the game is over."""
    try:
        join = msgspec.convert({"table": table, "key": key, "lang": voice.lang}, Join)
    except msgspec.ValidationError as error:
        raise NoWay(message("server.no-such-table", table=table)) from error
    sweep_seldom()
    link = Link(server, join, lambda said: click.echo(voice(said), err=True))
    mind: Mind = OwnBot(bot or "") if command is None else OwnProgram(command, timeout, hidden)
    try:
        click.echo(voice(Sitting(link, mind).play()))
    finally:
        link.close()
        mind.close()
