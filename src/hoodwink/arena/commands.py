"""The commands of the arena; `hoodwink.cli` hangs them up. English, as everything that a developer reads."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click
import msgspec

from hoodwink import games
from hoodwink.arena import labpage, running, text
from hoodwink.arena.cluster import on_ray
from hoodwink.arena.journal import Journal
from hoodwink.arena.lab import experiment, experiments
from hoodwink.arena.ladder import GREEDY, plackett_luce
from hoodwink.arena.match import Match
from hoodwink.arena.page import as_html
from hoodwink.arena.progress import progress
from hoodwink.arena.report import Report, report
from hoodwink.arena.running import Crew
from hoodwink.arena.setup import Setup, prepare
from hoodwink.arena.standings import page as standings_page
from hoodwink.arena.standings import standings
from hoodwink.arena.stopping import FIXED, Rule, read_rule
from hoodwink.engine.options import read_settings

OUT = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
FILE = click.Path(path_type=Path, dir_okay=False)


def cores() -> int:
    """How many processors we may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


preset_option = click.option("--preset", metavar="NAME", help="A named set of table options; see the game's rules.")
settings_option = click.option(
    "--option", "--options", "settings", multiple=True, metavar="NAME=VALUE", help="A table option; repeat it."
)
seed_option = click.option("--seed", type=int, default=0, show_default=True, help="The same seed, the same matches.")
workers_option = click.option(
    "--workers", type=click.IntRange(min=1), default=cores, show_default="all cores", help="How many play at once."
)
ray_option = click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on a Ray cluster: its address, auto, or local. The result is the same.",
)
limit_option = click.option(
    "--time-limit",
    type=click.FloatRange(min=0.001),
    default=60.0,
    show_default=True,
    help="Seconds for a decision; whoever needs more forfeits the match.",
)
json_option = click.option("--json", "json_path", type=OUT, metavar="FILE|-", help="Write the report as JSON.")
html_option = click.option(
    "--html", "html_path", type=FILE, metavar="FILE", help="Write the report as a page with plots."
)
resume_option = click.option(
    "--resume", type=FILE, metavar="FILE", help="Keep finished matches in FILE, and go on from those it has."
)


class StopRule(click.ParamType[Rule]):
    """A stop rule, read while the command line is."""

    name = "rule"

    def convert(self, value: object, _parameter: click.Parameter | None, _context: click.Context | None) -> Rule:
        return value if isinstance(value, Rule) else read_rule(str(value))


@click.command()
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many matches, rounded up to whole deals; with sprt, the most.",
)
@seed_option
@preset_option
@settings_option
@click.option(
    "--stop",
    "rule",
    type=StopRule(),
    default="fixed",
    show_default=True,
    metavar="RULE",
    help="fixed, or sprt:H0:H1[:ALPHA[:BETA]] on the first bot's share of wins.",
)
@json_option
@html_option
@workers_option
@ray_option
@resume_option
@limit_option
def arena(
    game: str,
    bots: tuple[str, ...],
    count: int,
    seed: int,
    preset: str | None,
    settings: tuple[str, ...],
    rule: Rule,
    json_path: Path | None,
    html_path: Path | None,
    workers: int,
    ray: str | None,
    resume: Path | None,
    time_limit: float,
) -> None:
    """Let bots play GAME against each other and say how strong they are, with intervals.

    Name a BOT for each seat: random, greedy, a level such as 3, any other of the game's bots, or cmd:COMMAND for a
    program that plays over stdin and stdout. Every deal is played once in each seating, so that all have the same luck.
    docs/guides/arena.md tells how to read the result.
    """
    setup = prepare(game, bots, seed=seed, preset=preset, options=read_settings(settings), time_limit=time_limit)
    check_places(json_path, html_path)
    with crew_of(workers, ray) as crew:
        measured, _ = measure(setup, count, rule, crew, resume)
    write_json(measured, json_path)
    if html_path is not None:
        write(as_html(measured), html_path)
    if json_path is None or str(json_path) != "-":
        click.echo(text.as_text(measured))


def crew_of(count: int, ray: str | None) -> AbstractContextManager[Crew]:
    """Who plays the matches: processes here, or a cluster."""
    return running.workers(count) if ray is None else on_ray(ray)


def get_ready(setup: Setup) -> None:
    """Let the game compute what its bots of a level need, once for all workers."""
    game, options = setup.table()
    levels = {*game.levels, *map(str, range(1, len(game.levels) + 1))}
    if game.prepare is not None and levels & set(setup.bots):
        with progress(100, f"{setup.game} gets ready") as update:
            done = 0

            def part(far: float) -> None:
                nonlocal done
                update(round(100 * far) - done)
                done = round(100 * far)

            game.prepare(setup.seats, options, part)


def measure(
    setup: Setup, count: int, rule: Rule, crew: Crew, resume: Path | None = None
) -> tuple[Report, Sequence[Match]]:
    """Play and report, with progress on the error stream; the matches too."""
    get_ready(setup)
    deals = -(-count // setup.seatings)
    label = f"{setup.game} {' '.join(setup.bots)} {text.options(setup) if setup.options else ''}".strip()
    with nullcontext() if resume is None else Journal(resume, setup) as journal:
        try:
            with progress(deals * setup.seatings, label) as update:
                played = running.run(setup, deals, rule, crew=crew, journal=journal, progress=update)
        except KeyboardInterrupt:
            kept = "" if resume is None else f" What is finished is in {resume}; the same command goes on from there."
            click.echo(f"\nStopped before the end.{kept}", err=True)
            raise
    if played.thinking:
        click.echo(text.thinking(played.thinking), err=True)
    return report(setup, rule, played), played.matches


@click.command("ladder")
@click.argument("keys", nargs=-1, metavar="[GAME...]")
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=2),
    default=2000,
    show_default=True,
    metavar="N",
    help="How many matches for each pair of bots.",
)
@click.option("--out", type=OUT, metavar="FILE|-", default="-", show_default=True, help="Where the page goes.")
@seed_option
@workers_option
@ray_option
@limit_option
@click.option(
    "--resume",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Keep finished matches in FOLDER, and go on from those it has.",
)
def ladder_page(
    keys: tuple[str, ...],
    count: int,
    out: Path,
    seed: int,
    workers: int,
    ray: str | None,
    time_limit: float,
    resume: Path | None,
) -> None:
    """Measure all bots of all games, or of each GAME, and write the page that says how they stand.

    docs/reference/ladder.md is the output of `hoodwink ladder --out docs/reference/ladder.md`. Needs the extra
    hoodwink[arena].
    """
    plackett_luce()  # says so before anything is played
    chosen = [games.find(key) for key in keys] or games.every()
    check_places(out)
    if resume is not None:
        resume.mkdir(parents=True, exist_ok=True)
    with crew_of(workers, ray) as crew:

        def measured(setup: Setup) -> tuple[Report, Sequence[Match]]:
            journal = None if resume is None else resume / f"{setup.game}-{'-'.join(setup.bots)}-{seed}.ndjson"
            return measure(setup, count, FIXED, crew, journal)

        every = [(game, standings(game, measured, seed=seed, time_limit=time_limit)) for game in chosen]
    write(standings_page(every, f"hoodwink ladder --games {count}"), out)


@click.command()
@click.argument("game")
@click.option("--vary", multiple=True, metavar="OPTION=A,B,...", help="Values to try; repeat it. Else every option's.")
@click.option("--seats", type=int, help="How many sit at the table; out of the box as few as can.")
@click.option("--bot", default=GREEDY, show_default=True, metavar="NAME", help="Who plays, on all seats.")
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    metavar="N",
    help="How many each.",
)
@seed_option
@preset_option
@settings_option
@json_option
@html_option
@workers_option
@ray_option
@limit_option
def lab(
    game: str,
    vary: tuple[str, ...],
    seats: int | None,
    bot: str,
    count: int,
    seed: int,
    preset: str | None,
    settings: tuple[str, ...],
    json_path: Path | None,
    html_path: Path | None,
    workers: int,
    ray: str | None,
    time_limit: float,
) -> None:
    """Vary the options of GAME and say what that does: length, seats, scores, and how often each clause fires.

    Every variant is played on the same deals by the same bot on all seats. docs/guides/arena.md tells how to read it.
    """
    found = games.find(game)
    base = read_settings(settings)
    wanted = experiments(found, preset, base, {name: to.split(",") for name, to in read_settings(vary).items()})
    bots = [bot] * (found.info.seats[0] if seats is None else seats)
    check_places(json_path, html_path)
    with crew_of(workers, ray) as crew:
        made = experiment(
            found,
            bots,
            wanted,
            lambda setup: measure(setup, count, FIXED, crew)[1],
            preset=preset,
            settings=base,
            seed=seed,
            time_limit=time_limit,
        )
    write_json(made, json_path)
    if html_path is not None:
        write(labpage.as_html(made), html_path)
    if json_path is None or str(json_path) != "-":
        click.echo(labpage.as_text(made))


def check_places(*paths: Path | None) -> None:
    """Say before anything is played that a file could not be written."""
    for path in paths:
        if path is not None and str(path) != "-" and not os.access(path if path.exists() else path.parent, os.W_OK):
            raise click.UsageError(f"{path} cannot be written.")


def write_json(measured: msgspec.Struct, path: Path | None) -> None:
    """A report as JSON, to a file or to standard output."""
    if path is not None:
        write(msgspec.json.format(msgspec.json.encode(measured), indent=1).decode() + "\n", path)


def write(content: str, path: Path) -> None:
    """Write to a file or, for a dash, to standard output."""
    if str(path) == "-":
        click.echo(content, nl=False)
        return
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror or error}.") from error
