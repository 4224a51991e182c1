"""The catalogues: every message there in every language, none unused, plurals as each language has them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hoodwink
from hoodwink import games
from hoodwink.engine.contract import AnyGame, clauses
from hoodwink.engine.words import (
    COMMON,
    LANGUAGES,
    PLURALS,
    Choice,
    Message,
    Sentence,
    Value,
    Voice,
    Who,
    catalogue,
    message,
    parse,
    plural_form,
)
from hoodwink.server import shelf

SOURCE = Path(hoodwink.__file__).parent
PAGE = Path(__file__).parents[1] / "web/src"
FOLDERS = [COMMON, *(game.info.folder / "words" for game in games.every())]
PAGE_FOLDERS = [PAGE / "words", *(PAGE / f"games/{game.info.key}/words" for game in games.every())]
ID = re.compile(r"[a-z]+(\.[\w-]+)+")
every_folder = pytest.mark.parametrize(
    "folder", [*FOLDERS, *PAGE_FOLDERS], ids=lambda folder: "-".join(folder.parts[-4:-1])
)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def english() -> dict[str, str]:
    return {name: text for folder in FOLDERS for name, text in catalogue(folder, "en").items()}


def named_in_code() -> set[str]:
    """The ids that stand in the source as literals."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")]
    texts = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {text for text in texts if isinstance(text, str) and ID.fullmatch(text)}


def implied_by(game: AnyGame) -> Iterator[str]:
    """The ids that follow from a game's info."""
    key = game.info.key
    yield from (f"{key}.title", f"{key}.tagline", f"{key}.how-to-move")
    yield from (section.title for section in game.info.rulebook)
    yield from (f"{key}.{clause}" for clause in clauses(game.info))
    yield from (f"{key}.option.{name}" for name in game.info.option_clauses)
    yield from (f"{key}.preset.{name}" for name in game.info.presets)
    yield from (f"{key}.bot.{name}" for name in game.bots)


def test_no_message_is_missing_or_unused() -> None:
    implied = {"bots.random", *(name for game in games.every() for name in implied_by(game))}
    prefixes = {name.partition(".")[0] for name in english()}
    named = {name for name in named_in_code() if name.partition(".")[0] in prefixes and not name.endswith(".json")}
    assert (named | implied) - set(english()) == set(), "missing"
    assert set(english()) - named - implied == set(), "unused"


def page_catalogue() -> dict[str, str]:
    return {name: text for folder in PAGE_FOLDERS for name, text in catalogue(folder, "en").items()}


def test_the_page_names_every_message_of_its_own_and_no_other() -> None:
    """Ids are literals in the page's source; `web.choice.*` follow from the options' choices, `<key>.web.learn.*`
    from the lessons."""
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in PAGE.rglob("*") if path.suffix in {".ts", ".svelte"}
    )
    named = set(re.findall(r"['\"`]((?:[a-z]+\.)?web(?:\.[\w-]+)+)['\"`]", source))
    choices = {f"web.choice.{choice}" for game in games.every() for choice in choices_of(game)}
    mine = set(page_catalogue())
    implied = choices | {name for name in mine if ".web.learn." in name}
    assert (named | choices) - mine == set(), "missing"
    assert mine - named - implied == set(), "unused"


def choices_of(game: AnyGame) -> Iterator[str]:
    """What the options of a game can be set to by name; seats have letters of their own."""
    for option in shelf.card(game, Voice()).options:
        yield from (choice for choice in option.choices if len(choice) > 1)


@every_folder
@every_language
def test_every_language_has_the_same_messages_with_the_same_values(folder: Path, lang: str) -> None:
    mine, theirs = catalogue(folder, lang), catalogue(folder, "en")
    assert list(mine) == list(theirs)
    for name, text in mine.items():
        assert values_in(parse(text)) == values_in(parse(theirs[name])), name


@every_folder
@every_language
def test_plurals_have_every_form_of_the_language(folder: Path, lang: str) -> None:
    for name, text in catalogue(folder, lang).items():
        for choice in choices_in(parse(text)):
            forms = {form for form in choice.branches if not form.startswith("=")}
            if choice.kind == "select":
                continue
            assert forms <= set(PLURALS[lang]), f"{name} has a form that {lang} does not know"
            assert forms >= set(PLURALS[lang]), f"{name} lacks a form of {lang}"


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_translations_are_translated(lang: str) -> None:
    """Only what is the same in both languages on purpose may stand as in English: notation and names."""
    for folder in [*FOLDERS, *PAGE_FOLDERS]:
        same = {
            name
            for name, text in catalogue(folder, lang).items()
            if text == catalogue(folder, "en")[name]
            and len(re.findall(r"[a-z]{4,}", re.sub(r"\{[^{}]*\}", "", text))) > 1
        }
        assert same == set()


def values_in(sentence: Sentence) -> set[str]:
    """The names of the values a sentence uses."""
    names = {part.name for part in sentence if not isinstance(part, str)}
    return names.union(*(values_in(branch) for choice in choices_in(sentence) for branch in choice.branches.values()))


def choices_in(sentence: Sentence) -> Iterator[Choice]:
    """Every plural and select in a sentence, nested ones too."""
    for part in sentence:
        if isinstance(part, Choice):
            yield part
            for branch in part.branches.values():
                yield from choices_in(branch)


def test_a_message_is_said_with_names_numbers_and_messages_in_it() -> None:
    inner = message("table.no-such-seat", text="Q", last="B")
    voice = Voice("en", ["Ann", "Bob"])
    values: dict[str, Value] = {"who": Who(1), "what": inner, "all": (1, Who(0))}
    said = voice.fill(parse("{who} says: {what} {all}"), values)
    assert said == "Bob says: «Q» is no seat; the seats are A to B. 1, Ann"


@every_folder
@every_language
def test_no_apostrophe_stands_before_a_brace(folder: Path, lang: str) -> None:
    """Other readers of the ICU style take it for a quote; the catalogues use ’ there."""
    assert [name for name, text in catalogue(folder, lang).items() if re.search("'[{}#](?!')", text)] == []


@pytest.mark.parametrize(
    ("lang", "number", "form"),
    [
        *[("en", 1, "one"), ("en", 0, "other"), ("hu", 1, "one"), ("it", 2, "other"), ("ru", 1, "one")],
        *[("ru", 21, "one"), ("ru", 3, "few"), ("ru", 14, "many"), ("ru", 104, "few"), ("ru", 111, "many")],
    ],
)
def test_plural_forms(lang: str, number: int, form: str) -> None:
    assert plural_form(lang, number) == form


@pytest.mark.parametrize(
    "broken", ["{", "{a", "a}", "{a, plural, one {x}}", "{a, plural, other {x}", "{a, select, b {x} other {y} z}", "{}"]
)
def test_a_broken_sentence_is_refused(broken: str) -> None:
    with pytest.raises(ValueError, match=r"closed|too many|other|missing"):
        parse(broken)


def test_braces_and_apostrophes_can_be_printed() -> None:
    assert Voice().fill(parse("it's '{'a'}' #"), {}) == "it's {a} #"


def test_an_unknown_message_or_language_is_named() -> None:
    with pytest.raises(KeyError, match=r"no message 'table\.nonsense'"):
        Voice()(Message("table.nonsense", {}))
    with pytest.raises(ValueError, match="no words in 'xx'"):
        Voice("xx")


def test_a_plural_needs_a_number() -> None:
    with pytest.raises(TypeError, match="must be a number"):
        Voice().fill(parse("{n, plural, other {#}}"), {"n": "three"})
