"""Bots against each other, written down for learning: one row a decision, in a Parquet file.

Every game draws from a generator of its own, seeded with the run's seed and the game's number: a run gives the same
rows on any machine and with any number of processes. The file is written beside its place and moved there when whole.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from hoodwink import __version__, bots, games
from hoodwink.engine.contract import Options, Said
from hoodwink.engine.encoding import missing
from hoodwink.engine.words import message
from hoodwink.research.playing import Settings, Table, share
from hoodwink.workers import Workers

try:
    import numpy as np
    import pyarrow as arrow
    from pyarrow import parquet
except ModuleNotFoundError as error:
    raise missing(__name__, error) from error

GAMES_A_BATCH = 100
"""At most; a batch is a row group of the file, and what one process does at a time."""


@dataclass(frozen=True)
class Plan:
    """What is to be played; it can be sent to another process."""

    game: str
    seats: int
    options: Options
    bots: tuple[str, ...]
    """One for each seat."""
    seed: int


def plan(
    game: str,
    *,
    seats: int | None = None,
    options: Settings = None,
    preset: str | None = None,
    names: tuple[str, ...] = (),
    seed: int | None = None,
) -> Plan:
    """A plan whose every part is checked; the bots go round the seats, and without any the best one takes them all."""
    least = games.find(game).info.seats[0]
    table = Table(game, max(least, len(names)) if seats is None else seats, options, preset)
    if len(names) > table.seats:
        raise Said(message("research.too-many-bots", count=len(names), seats=table.seats))
    known = [bots.named(table.game, name) for name in names or (bots.best(table.game),)]
    seated = tuple(known[seat % len(known)] for seat in range(table.seats))
    return Plan(game, table.seats, table.options, seated, random.getrandbits(32) if seed is None else seed)


def schema(made: Plan, count: int) -> Any:
    """The columns, and in the file's metadata all that is needed to play the same games again and to read the views."""
    table = Table(made.game, made.seats, made.options)
    about = {
        "hoodwink": __version__,
        "game": made.game,
        "edition": table.game.info.edition,
        "seats": made.seats,
        "options": msgspec.to_builtins(made.options),
        "bots": made.bots,
        "seed": made.seed,
        "games": count,
        "actions": table.actions,
        "view": [[one.name, one.start, one.size] for one in table.encoding.layout(made.seats, made.options)],
    }
    columns = {
        "game": arrow.int32(),
        "decision": arrow.int32(),
        "seat": arrow.int8(),
        "view": arrow.list_(arrow.float32(), table.size),
        "legal": arrow.list_(arrow.int32()),
        "action": arrow.int32(),
        "move": arrow.string(),
        "worth": arrow.float32(),
        "winners": arrow.list_(arrow.int8()),
        "scores": arrow.list_(arrow.int32()),
    }
    return arrow.schema(columns.items(), metadata={"hoodwink": msgspec.json.encode(about)})


def play(made: Plan, numbers: range) -> Any:
    """The games of these numbers, as a record batch without metadata."""
    table = Table(made.game, made.seats, made.options)
    seated = [bots.find(table.game, name) for name in made.bots]
    rows: dict[str, list[Any]] = {name: [] for name in schema(made, 0).names}
    for number in numbers:
        begun, game = len(rows["seat"]), table.begin()
        source = random.Random(f"{made.seed} {number}")
        game.deal(source)
        while (seat := game.seat) is not None:
            view = table.view(game, seat)
            move = seated[seat].choose(view, source)
            rows["decision"].append(len(rows["seat"]) - begun)
            rows["seat"].append(seat)
            rows["view"].append(table.encode(view))
            rows["legal"].append(table.legal(view.moves))
            rows["action"].append(table.id_of(move))
            rows["move"].append(table.game.write_move(move))
            game.decide(move)
            game.deal(source)
        result = game.state.result()
        worth = [0.0] * made.seats if result is None else share(result, made.seats)
        decided = rows["seat"][begun:]
        rows["game"] += [number] * len(decided)
        rows["worth"] += [worth[seat] for seat in decided]
        rows["winners"] += [result.winners if result else ()] * len(decided)
        rows["scores"] += [result.scores if result else ()] * len(decided)
    return _as_batch(rows, schema(made, 0).remove_metadata())


def _as_batch(rows: dict[str, list[Any]], columns: Any) -> Any:
    flat = arrow.array(np.concatenate(rows["view"]))
    views = arrow.FixedSizeListArray.from_arrays(flat, type=columns.field("view").type)
    arrays = [views if field.name == "view" else arrow.array(rows[field.name], type=field.type) for field in columns]
    return arrow.record_batch(arrays, schema=columns)


def batches(made: Plan, count: int, *, processes: int = 1) -> Iterator[tuple[int, Any]]:
    """The games in order, some at a time: how many, and their rows."""
    size = max(1, min(GAMES_A_BATCH, count // 20))
    parts = [range(first, min(first + size, count)) for first in range(0, count, size)]
    if processes == 1:
        yield from ((len(part), play(made, part)) for part in parts)
        return
    pool = Workers(processes)
    try:
        yield from zip(map(len, parts), pool.map(play, [made] * len(parts), parts), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


def write(made: Plan, count: int, path: Path, *, processes: int = 1, progress: Callable[[int], None]) -> int:
    """Play and write; the file appears whole or not at all. How many decisions it holds."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    columns, decisions = schema(made, count), 0
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with parquet.ParquetWriter(beside, columns, compression="zstd") as writer:
            for done, batch in batches(made, count, processes=processes):
                writer.write_batch(batch.replace_schema_metadata(columns.metadata))
                decisions += batch.num_rows
                progress(done)
        beside.replace(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Said(message("files.unwritable", path=str(path), reason=reason)) from error
    finally:
        with suppress(OSError):
            beside.unlink()
    return decisions
