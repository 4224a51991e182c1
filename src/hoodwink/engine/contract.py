"""What a game is: the one contract that the table, the bots, the server and the researchers share.

A game is its `Info` and a handful of functions (`Game`); a position in it is a `State`. Two kinds of action move a
state: a *move*, decided by a seat, and a *chance*, decided by nobody. A state holds no generator, no deck order and no
clock, so neither a planner nor a leak can read the future out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct

from hoodwink.engine.words import Message, Voice, message

Seat = int
"""0..n-1, clockwise; left of s is (s + 1) % n. People see letters: A is seat 0."""

Viewer = int | None
"""A seat, or None: a watcher, who sees what is public."""

SEAT_LETTERS = "ABCDEF"


class Random(Protocol):
    """Where chance comes from: `random.Random` at home, `engine.fair.Stream` at a served table."""

    def getrandbits(self, k: int, /) -> int:
        """A whole number of k random bits."""


def below(stop: int, random: Random) -> int:
    """A number from 0 to stop - 1, each as likely: bits are drawn again until they fit (rejection sampling)."""
    bits = (stop - 1).bit_length()
    number = random.getrandbits(bits)
    while number >= stop:
        number = random.getrandbits(bits)
    return number


class Said(ValueError):
    """An error for a person: a message that any of our languages can say."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def told(self, voice: Voice) -> str:
        """The sentence, said in a language and with the players' names."""
        return voice(self.message)

    def __str__(self) -> str:
        return self.told(Voice())


class Unreadable(Said):
    """A text that stands for nothing: a typing mistake rather than a breach of the rules."""


class Refused(Said):
    """Something the rules do not allow: the clause, a sentence, and the nearest legal change where there is one."""

    def __init__(self, clause: str, message: Message, hint: Message | None = None) -> None:
        super().__init__(message)
        self.clause = clause
        self.hint = hint

    @property
    def why(self) -> str:
        """The sentence in English."""
        return self.told(Voice())

    def told(self, voice: Voice) -> str:
        """The sentence and the nearest legal change, said in a language and with the players' names."""
        return voice(self.message) if self.hint is None else f"{voice(self.message)} {voice(self.hint)}"

    def __str__(self) -> str:
        return f"{self.why} [{self.clause}]"


class Result(Struct, frozen=True):
    """How a game ended: one score a seat as the game's own sheet has it, and who won (several share)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class Move(Struct, frozen=True, gc=False, cache_hash=True, tag_field="type"):
    """Something a seat decides: a small frozen value, interned by its game."""


class Chance(Struct, frozen=True, gc=False, cache_hash=True, tag_field="type"):
    """Something nobody decides: a roll, a draw."""


class Options(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game's table options. Every field has a default: what the game plays out of the box."""


class View(Struct, frozen=True, gc=False, tag_field="game"):
    """All that one viewer may know of a position, and nothing more: what bots, encoders and screens are given."""

    viewer: Viewer
    seats: int
    options: Options
    round: int
    to_move: tuple[Seat, ...]
    moves: tuple[Any, ...]
    """Every legal move of the viewer, empty when the viewer has nothing to decide."""
    result: Result | None


class Beat(Struct, frozen=True, kw_only=True, tag_field="type"):
    """One thing that happened, as one viewer saw it, with the clauses it rests on."""

    recurs: ClassVar[bool] = True
    """Whether the very same happens at many tables, so that it pays to keep how it is told."""
    clauses: tuple[str, ...]


M = TypeVar("M", bound=Move)
C = TypeVar("C", bound=Chance)
V = TypeVar("V", bound=View)
B = TypeVar("B", bound=Beat)
Opt = TypeVar("Opt", bound=Options)


class State(Protocol[M, C]):
    """The whole truth of a position; mutable, slotted, cheap to copy.

    Exactly one of three holds: somebody decides (`to_move` is not empty), chance decides (`chances` is not empty), or
    it is over (`result` is not None).
    """

    def to_move(self) -> tuple[Seat, ...]: ...

    def moves(self, seat: Seat) -> Sequence[M]:
        """Every legal move of a seat, in a fixed order; empty for a seat that has nothing to decide."""

    def play(self, seat: Seat, move: M) -> None:
        """Make a move from `moves`. It trusts its caller, being the hot path of every search: see `table.act`."""

    def chances(self) -> Sequence[tuple[C, int]]:
        """Every outcome that chance may bring now, with its weight."""

    def sample(self, random: Random) -> C:
        """One outcome with the weights of `chances`, without listing them."""

    def resolve(self, chance: C) -> None: ...

    def result(self) -> Result | None: ...

    def round(self) -> int:
        """The round being played, from 1; every round draws from a stream of its own (see `fair`)."""

    def copy(self) -> Self: ...


S = TypeVar("S", bound=State[Any, Any])


class Moved(Struct, Generic[M], frozen=True):
    """An event: a seat decided."""

    seat: Seat
    move: M


class Chanced(Struct, Generic[C], frozen=True):
    """An event: chance decided."""

    chance: C


class Clause(Struct, frozen=True):
    """One clause of a rulebook, or a ruling on some of them; its text is the catalogue entry of the same id."""

    id: str
    rules_on: tuple[str, ...] = ()
    """For a ruling, the clauses it settles; empty for a clause of the publisher's text."""
    forbids: bool = False
    """Whether some entry can be refused by it: then a scenario must show it refusing, and another allowing."""


@dataclass(frozen=True)
class Section:
    """A chapter of a rulebook: a title's message id and its clauses, in reading order."""

    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Types:
    """The types that cross a border, each a struct or a tagged union: what decoders need to know."""

    move: Any
    chance: Any
    view: Any
    beat: Any
    wish: Any = None
    """What `Game.plan` is asked for, where the game has one."""
    standing: Any = None
    """What `Game.answer` goes by, where the game has one."""


@dataclass(frozen=True)
class Info:
    """What is said of a game before anybody sits down."""

    key: str
    seats: range
    edition: int
    """One more whenever an old record would replay differently."""
    folder: Path
    """Where its words, scenarios and playthroughs lie."""
    options: type[Options]
    option_clauses: Mapping[str, str]
    """For each table option, the clause or ruling behind it."""
    presets: Mapping[str, Options]
    """Named sets of options, the first being what is played out of the box."""
    rulebook: tuple[Section, ...]
    types: Types


class Bot(Protocol):
    """Somebody who decides from a view and nothing else."""

    def choose(self, view: Any, random: Random) -> Any: ...


class Hint(Struct, frozen=True):
    """A move worth considering, and the reason in words a player understands, with the number behind it."""

    move: Any
    why: Message


class Advice(Struct, frozen=True):
    """What a good friend would whisper to whoever has this view: the best moves first, and the odds as they stand."""

    hints: tuple[Hint, ...]
    odds: tuple[Message, ...]


@dataclass(frozen=True)
class Game(Generic[S, M, C, V, B, Opt]):
    """A game: its info and the functions that every other room calls. Each lives in the file of the same trade."""

    info: Info
    start: Callable[[int, Opt], S]
    """A new game; refuses options that contradict each other or the number of seats."""
    check: Callable[[S, Seat, M], Refused | None]
    """None exactly for the moves in `moves`; otherwise the clause that forbids it."""
    audit: Callable[[S], str | None]
    """What the position gets wrong (pieces lost, two duties at once), or None: an invariant, never a legality."""
    bound: Callable[[int, Opt], int]
    """More events than any game with these seats and options can have."""
    view: Callable[[S, Viewer], V]
    tell: Callable[[S, Moved[M] | Chanced[C], S, Viewer], Sequence[B]]
    """What an event looked like to a viewer, from the state before it and the state after."""
    insider: Callable[[S, Moved[M] | Chanced[C]], Seat | None]
    """The one seat that saw more of an event than everybody, from the state before it; None: all saw the same."""
    imagine: Callable[[V, Random], S]
    """Some full state that fits all the viewer knows."""
    write_move: Callable[[M], str]
    read_move: Callable[[str], M]
    """The move a text stands for, whether legal now or not; `Unreadable` says what cannot be read."""
    write_chance: Callable[[C], str]
    read_chance: Callable[[str], C]
    write_position: Callable[[S | V], str]
    """A whole position on one line; of a view, with what is hidden left as such."""
    read_position: Callable[[str, int, Opt], S]
    draw: Callable[[V, Voice], str]
    """The table as plain text."""
    describe: Callable[[M], Message]
    """A move in words."""
    report: Callable[[B], Message]
    """A beat in words."""
    bots: Mapping[str, Callable[[], Bot]]
    levels: tuple[str, ...] = ()
    """The bots a player chooses among, by name: level 1 first."""
    advise: Callable[[V, Random], Advice] | None = None
    """Up to three moves with reasons, and the odds, from a view and nothing else."""
    prepare: Callable[[int, Opt, Callable[[float], None]], None] | None = None
    """Where bots and advice need what takes seconds to compute, once: do so now, telling how far it is (0 to 1).

    Who never calls it waits at the first thought instead.
    """
    keeps: Callable[[Opt, B], bool] = lambda _options, _beat: True
    """Whether a table's log keeps a beat once it was told, or leaves it to the players' memory."""
    plan: Callable[[V, Any], Sequence[M]] | None = None
    """Where a turn is several small moves: those that lead from a view to a wish; raises `Refused` naming the step."""
    faults: Callable[[V, Any], Sequence[Refused | None]] | None = None
    """Of a wish as it stands, part by part (a row each): what keeps the part from being sound, or None."""
    answer: Callable[[Any, V], M | None] | None = None
    """Where answers out of turn can be left with the table: what a standing answer says to a view, None to ask."""
    read_standing: Callable[[str], Any] | None = None
    """The standing answer a text stands for."""


AnyState = State[Any, Any]
AnyGame = Game[Any, Any, Any, Any, Any, Any]
Event = Moved[Any] | Chanced[Any]


def clauses(info: Info) -> Mapping[str, Clause]:
    """All clauses and rulings of a game by id, in reading order."""
    return {clause.id: clause for section in info.rulebook for clause in section.clauses}


def letter(viewer: Viewer) -> str:
    """How people write a seat: A, B, …; a watcher is called so."""
    return "watcher" if viewer is None else SEAT_LETTERS[viewer]


def seat_of(text: str, seats: int) -> Seat:
    """The seat that a letter names, among so many."""
    seat = SEAT_LETTERS.find(text.strip().upper())
    if len(text.strip()) != 1 or not 0 <= seat < seats:
        raise Unreadable(message("table.no-such-seat", text=text.strip(), last=SEAT_LETTERS[seats - 1]))
    return seat
