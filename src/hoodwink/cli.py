"""The `hoodwink` command: play, rules, replay, check, verify, games, selfplay, serve, backup, bot, bench, arena."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from hoodwink import __version__, bench, games
from hoodwink.arena import commands as arena_commands
from hoodwink.engine.contract import Said
from hoodwink.engine.options import read_settings
from hoodwink.engine.proof import verify as prove
from hoodwink.engine.record import new_record
from hoodwink.engine.scenario import read_scenarios, run
from hoodwink.engine.words import LANGUAGES, Voice, message
from hoodwink.terminal import files, welcome
from hoodwink.terminal.console import Console, Left
from hoodwink.terminal.replay import Replay, watch
from hoodwink.terminal.rules import one_clause, rulebook
from hoodwink.terminal.sitting import Sitting


def default_language() -> str:
    """The language of the person's environment, English when we do not speak it."""
    for name in ("HOODWINK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if (lang := os.environ.get(name, "")[:2].lower()) in LANGUAGES:
            return lang
    return "en"


class Sentences(click.Group):
    """A group whose commands may raise `Said`: the person gets the sentence, the shell a status of 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Said as error:
            click.echo(error.told(Voice(ctx.meta.get("lang", default_language()))), err=True)
            ctx.exit(2)


def _remember_language(ctx: click.Context, _parameter: click.Parameter, lang: str) -> Voice:
    ctx.meta["lang"] = lang
    return Voice(lang)


language = click.option(
    "--lang",
    "voice",
    type=click.Choice(list(LANGUAGES)),
    default=default_language,
    callback=_remember_language,
    is_eager=True,
    help="Language of what you read; out of the box that of your environment.",
)
database = click.option("--db", metavar="FILE|URL", help="Where the tables live: a SQLite file or postgresql://…")
record_file = click.argument("record", type=click.Path(path_type=Path, dir_okay=False))


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hoodwink")
def app() -> None:
    """A table for games of mischief: play them, look up the rules, check records and scenarios."""


@app.command("games")
@language
def list_games(voice: Voice) -> None:
    """List the games."""
    for game in games.every():
        key, seats = game.info.key, game.info.seats
        click.echo(voice("menu.game", key=key, tagline=voice(f"{key}.tagline"), low=seats[0], high=seats[-1]))


@app.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, help="How many sit at the table; bots take the chairs nobody else has.")
@click.option("--player", "players", multiple=True, metavar="NAME|@BOT", help="A person, or @ and a bot; repeat it.")
@click.option("--bots", "bot", metavar="NAME|LEVEL", help="The bot on the other chairs; out of the box the best.")
@click.option("--preset", metavar="NAME", help="A named set of table options; see the game's rules.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="A table option; repeat it.")
@click.option("--seed", type=int, help="Make chance repeatable.")
@click.option("--record", "path", type=click.Path(path_type=Path, dir_okay=False), help="Where the record goes.")
@click.option("--continue", "resume", metavar="RECORD|last", help="Go on with a game that was left.")
@language
def play(
    game: str | None,
    seats: int | None,
    players: tuple[str, ...],
    bot: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    seed: int | None,
    path: Path | None,
    resume: str | None,
    voice: Voice,
) -> None:
    """Play GAME at this keyboard, alone against bots or taking turns with friends.

    Without GAME a menu asks. Every prompt answers ? with help. Ctrl-C leaves; the record stays and
    `hoodwink play --continue last` goes on with it.
    """
    console = Console(voice)
    try:
        if resume is not None:
            path = files.latest_unfinished() if resume == "last" else Path(resume)
            record = files.load(path)
        else:
            found = welcome.choose_game(console) if game is None else games.find(game)
            options = welcome.agree(found, preset, settings)
            quick = game is not None or bool(players) or seats is not None or bot is not None
            sitters = welcome.seat(found, players, seats, bot) if quick else welcome.choose_seats(console, found)
            found.start(len(sitters), options)
            record = new_record(found, sitters, options)
            path = path or files.new_path(record.game)
    except Left:
        click.echo(voice("play.bye"))
        return
    where = path
    voice.names = [sitter.name for sitter in record.seats]
    sitting = Sitting(games.find(record.game), record, console, lambda written: files.save(where, written))
    if record.finished:
        raise Said(message("play.already-over", path=str(where)))
    if seed is not None:
        sitting.random.seed(seed)
    try:
        sitting.play()
        click.echo(voice("play.record-at", path=str(where)))
    except (Left, KeyboardInterrupt):
        files.save(where, sitting.record)
        click.echo("\n" + voice("play.left", path=str(where)))


@app.command()
@click.argument("game")
@click.argument("clause", required=False)
@click.option("--markdown", is_flag=True, help="Write Markdown.")
@language
def rules(game: str, clause: str | None, markdown: bool, voice: Voice) -> None:
    """Print the rulebook of GAME, or one CLAUSE of it with its rulings."""
    found = games.find(game)
    if clause is None:
        click.echo(rulebook(found, voice, markdown=markdown), nl=False)
    else:
        click.echo(one_clause(found, clause, voice), nl=False)


@app.command()
@record_file
@click.option("--eyes", default="watcher", help="Whose eyes: a seat's letter, watcher, or open.")
@click.option("--at", "at", type=int, default=0, help="Begin after this event.")
@click.option("--all", "everything", is_flag=True, help="Print every event instead of stepping.")
@click.option("--as", "form", type=click.Choice(["text", "json"]), help="Print the record itself in this form.")
@language
def replay(record: Path, eyes: str, at: int, everything: bool, form: str | None, voice: Voice) -> None:
    """Step through RECORD from any seat's eyes."""
    loaded = files.load(record)
    voice.names = [sitter.name for sitter in loaded.seats]
    eyes = eyes.upper() if len(eyes) == 1 else eyes.lower()
    watched = Replay(games.find(loaded.game), loaded, eyes, voice)
    if form is not None:
        click.echo(loaded.to_text() if form == "text" else loaded.to_json().decode(), nl=False)
        return
    watched.go(at)
    if not everything and sys.stdin.isatty() and sys.stdout.isatty():
        watch(watched, Console(voice))
        return
    for number in range(at, len(watched.steps) + 1):
        watched.go(number)
        click.echo("\n".join([voice("replay.event", number=number), *watched.told()]))
    click.echo("\n" + watched.page())


@app.command()
@click.argument("scenarios", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@language
@click.pass_context
def check(ctx: click.Context, scenarios: tuple[Path, ...], voice: Voice) -> None:
    """Run scenario files and print what differs; status 1 when anything does, 2 when a file is malformed."""
    wrong = malformed = 0
    for path in scenarios:
        try:
            loaded = read_scenarios(files.read_text(path))
            game = games.find(loaded.game)
        except Said as error:
            click.echo(voice("check.malformed", path=str(path), reason=error.message), err=True)
            malformed += 1
            continue
        failed = 0
        for scenario in loaded.scenario:
            if differences := run(game, scenario):
                failed += 1
                click.echo(voice("check.failed", path=str(path), name=scenario.name))
                for difference in differences:
                    click.echo(f"    {voice(difference)}")
        wrong += failed
        click.echo(voice("check.summary", path=str(path), count=len(loaded.scenario), failed=failed))
    ctx.exit(2 if malformed else 1 if wrong else 0)


@app.command()
@record_file
@language
@click.pass_context
def verify(ctx: click.Context, record: Path, voice: Voice) -> None:
    """Check offline that every roll and draw of RECORD follows from what was promised beforehand."""
    loaded = files.load(record)
    try:
        proof = prove(games.find(loaded.game), loaded)
    except Said as error:
        click.echo(voice("verify.failed", reason=error.message), err=True)
        ctx.exit(1)
    click.echo(voice("verify.proved", count=proof.proved))
    if proof.waiting:
        click.echo(voice("verify.waiting", count=proof.waiting))


@app.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port to listen at.")
@database
@click.option("--messages", type=float, default=20, show_default=True, help="Messages a second and connection.")
@click.option("--requests", type=float, default=20, show_default=True, help="Changing requests a second and address.")
@click.option("--connections", type=int, default=100, show_default=True, help="Connections an address.")
@click.option("--webhooks", is_flag=True, help="Let players name an address to knock at when it is their turn.")
@language
def serve(
    host: str,
    port: int,
    db: str | None,
    messages: float,
    requests: float,
    connections: int,
    webhooks: bool,
    voice: Voice,
) -> None:
    """Serve tables to friends and programs: HTTP to open and sit down, a WebSocket to play.

    HOODWINK_ADMIN_TOKEN sets the administrator's token (none: nobody is), HOODWINK_LOG the level of the log (debug,
    info, warning) that goes to the error stream, a JSON object a line.
    """
    from hoodwink.server import run as serving
    from hoodwink.server.limits import Limits

    limits = Limits(messages=messages, requests=requests, connections=connections)
    serving.run(host, port, db or str(files.home() / "tables.db"), limits, voice, webhooks=webhooks)


@app.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@database
@click.option("--force", is_flag=True, help="Overwrite FILE.")
@language
def backup(file: Path, db: str | None, force: bool, voice: Voice) -> None:
    """Copy all tables to FILE, as they are at this moment; a server may go on writing meanwhile."""
    from hoodwink.server.backup import back_up

    back_up(db or str(files.home() / "tables.db"), file, voice, force=force)


@app.command()
@click.option("--server", default="http://127.0.0.1:8000", show_default=True, metavar="URL", help="The server.")
@click.option("--table", required=True, metavar="ID", help="The table, as its link names it.")
@click.option("--key-env", metavar="NAME", help="The variable of the environment that holds the seat's key.")
@click.option("--key-file", type=click.Path(path_type=Path, dir_okay=False), help="The file that holds the seat's key.")
@click.option("--bot", "name", metavar="NAME|LEVEL", help="Play with one of our bots.")
@click.option("--exec", "command", metavar="COMMAND", help="Play with a program that reads lines and writes moves.")
@click.option("--timeout", type=click.IntRange(min=1), default=60, show_default=True, help="Seconds for a move.")
@language
def bot(
    server: str,
    table: str,
    key_env: str | None,
    key_file: Path | None,
    name: str | None,
    command: str | None,
    timeout: int,
    voice: Voice,
) -> None:
    """Play a seat at a server with one of our bots, or with a program of your own over stdin and stdout.

    The key of the seat comes from the environment or a file, never from the command line, where others could read it.
    docs/PROTOCOL.md tells what a program reads and writes.
    """
    from hoodwink.remote import run as playing

    if (key_env is None) == (key_file is None):
        raise click.UsageError("Exactly one of --key-env and --key-file says where the key is.")
    if (name is None) == (command is None):
        raise click.UsageError("Exactly one of --bot and --exec says who plays.")
    if key_file is not None:
        key = playing.read_key(files.read_text(key_file), str(key_file))
    else:
        key = playing.key_from(key_env or "")
    playing.run(server, table, key, name, command, timeout=timeout, hidden=key_env, voice=voice)


@app.group("bench")
def bench_group() -> None:
    """Measure this machine: our figures alone, without any peer."""


@bench_group.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--seconds", type=click.FloatRange(min=0.01), default=0.5, show_default=True, help="A run's length.")
@click.option("--repeats", type=click.IntRange(min=1), default=5, show_default=True, help="Runs a figure.")
def sim(as_json: bool, seconds: float, repeats: int) -> None:
    """Random play of every game through the public contract, in moves a second on one core."""
    figures = bench.sim(
        seconds=seconds, repeats=repeats, progress=None if as_json else lambda text: click.echo(text, err=True)
    )
    click.echo(msgspec.json.encode(figures).decode() if as_json else bench.as_table(figures))


def _counts(_ctx: click.Context, _parameter: click.Parameter, text: str) -> tuple[int, ...]:
    """Numbers of tables, parted by commas."""
    counts = tuple(int(part) for part in text.split(",") if part.strip().isdecimal())
    if not counts or min(counts) < 1 or len(counts) != len(text.split(",")):
        raise click.BadParameter("numbers of tables, parted by commas, such as 100,1000")
    return counts


@bench_group.command("server")
@click.option("--tables", "counts", callback=_counts, default="10,100", show_default=True, help="How many, by commas.")
@click.option("--game", "key", default="dudo", show_default=True, help="What is played.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=10, show_default=True, help="A run's length.")
@click.option(
    "--db", help="A database of your own (postgresql://…); out of the box SQLite in a folder that is removed."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench_server(counts: tuple[int, ...], key: str, seconds: float, db: str | None, as_json: bool) -> None:
    """Put a server of our own under load: tables of three programs on sockets, each move durable and told to all."""
    from hoodwink import load

    games.find(key)

    def progress(text: str) -> None:
        click.echo(text, err=True)

    loads = [load.measure(key, tables, seconds, db, progress) for tables in counts]
    click.echo(msgspec.json.encode(loads).decode() if as_json else load.as_table(loads))


@app.command()
@click.argument("game")
@click.option("--games", "count", type=click.IntRange(min=1), required=True, metavar="N", help="How many games.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The Parquet file.")
@click.option("--seats", type=int, help="How many sit at the table; out of the box 2, or as many as there are bots.")
@click.option("--preset", metavar="NAME", help="A named set of table options; see the game's rules.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="A table option; repeat it.")
@click.option("--bot", "names", multiple=True, metavar="NAME", help="Who plays; repeat it, they go round the seats.")
@click.option("--seed", type=int, help="Make the games repeatable.")
@click.option("--processes", type=click.IntRange(min=1), default=1, show_default=True, help="How many play at once.")
@language
def selfplay(
    game: str,
    count: int,
    out: Path,
    seats: int | None,
    preset: str | None,
    settings: tuple[str, ...],
    names: tuple[str, ...],
    seed: int | None,
    processes: int,
    voice: Voice,
) -> None:
    """Let bots play GAME and write every decision to a Parquet file: views, moves and results.

    Needs the extra hoodwink[research]. The file appears when it is whole.
    """
    from hoodwink.research import selfplay as playing

    made = playing.plan(game, seats=seats, options=read_settings(settings), preset=preset, names=names, seed=seed)
    try:
        with click.progressbar(length=count, label=voice("research.playing", game=game), file=sys.stderr) as bar:
            decisions = playing.write(made, count, out, processes=processes, progress=bar.update)
    except KeyboardInterrupt as error:
        raise Said(message("research.stopped", path=str(out))) from error
    click.echo(voice("research.wrote", games=count, decisions=decisions, path=str(out)))


for command in (arena_commands.arena, arena_commands.lab, arena_commands.ladder_page):
    app.add_command(command)
