"""Models are compared on finished imports: code counts the right, wrong and missing answers, and changes nothing in the books."""

import json
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from pytest_django.fixtures import Settings

from assistant.contract import ProviderError, Request, Turn, Usage
from assistant.scripted import Line, ScriptedProvider, calls, says
from people.models import Organization
from reconciliation.management import evaluation
from reconciliation.management.checked_questions import CheckedQuestion
from reconciliation.management.evaluation import Evaluated, Kind, Score, evaluate, finished, named
from reconciliation.models import StatementImport
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.servers_of_people import serving_as
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
LOOKS = {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"}
Json = dict[str, Any]


@pytest.fixture
def ours(settings: Settings) -> Organization:
    settings.PROVIDER = "builtin"
    return OrganizationFactory.create()


@pytest.fixture
def january(ours: Organization) -> StatementImport:
    """A proved statement of three rows, all of them in the books."""
    load(ours, books_of(JANUARY))
    done = processed(ours, JANUARY.pdf())
    assert done.verdict == "matched"
    return done


def content(request: Request) -> Json:
    return dict(json.loads(request.messages[0].text.split("\n")[2]))


def paired(request: Request) -> Turn:
    """Pair each open row with the open entry of the same amount."""
    statement = content(request)["statements"][0]
    rows = [row for day in statement["open_rows"].values() for row in day]
    entries = {amount: handle for day in statement["open_entries"].values() for handle, amount, _text in day}
    matched = [{"line": line, "transactions": [entries[amount]]} for line, amount, _text in rows]
    return proposed(matched)


def swapped(request: Request) -> Turn:
    """Pair the first two rows each with the entry of the other, and say nothing of the third."""
    matched = json.loads(paired(request).text)["statements"][0]["matched"]
    first, second = (match["transactions"] for match in matched[:2])
    return proposed([{**matched[0], "transactions": second}, {**matched[1], "transactions": first}])


def proposed(matched: list[Json]) -> Turn:
    statement = {"statement": 0, "account": "a1", "matched": matched, "new": [], "missing": []}
    return says(json.dumps({"statements": [statement], "summary": "."}), usage=Usage(input_tokens=100, output_tokens=10))


def told(request: Request, most: int = 3) -> Turn:
    """Name the first rows of the page."""
    rows = []
    for page in content(request)["pages"]:
        for number, text in page["lines"]:
            day, *words = text.split(" | ")
            if len(words) == 3 and day.split()[1:2] == ["Jan"]:
                direction = "out" if words[1].startswith("-") else "in"
                rows.append({"line": number, "date": day, "amount": words[1], "direction": direction, "balance": words[2]})
    return says(json.dumps({"rows": rows[:most], "balances": []}), usage=Usage(input_tokens=200, output_tokens=20))


def looked_up(answer: str) -> list[Line]:
    return [calls(("get_accounts", {})), calls(("get_transactions", LOOKS)), says(answer)]


ANSWERS = ("3 entries", "It comes to 308.70 in all.", "5 January 2026", "It is row 0.")


def result(january: StatementImport, monkeypatch: pytest.MonkeyPatch, *script: Line) -> Evaluated:
    """The evaluation of a model that plays these lines."""
    provider = ScriptedProvider(script)
    monkeypatch.setattr(evaluation, "choose", lambda *_args, **_options: [provider])
    return evaluate("compatible:m", [january], january.organization)


def scores(evaluated: Evaluated) -> dict[Kind, tuple[int, int, int]]:
    found = {kind: evaluated.score(kind) for kind in evaluation.KINDS}
    return {kind: (score.right, score.wrong, score.missing) for kind, score in found.items() if score}


def test_an_honest_model_gets_everything_right(january: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated = result(january, monkeypatch, paired, told, *(line for answer in ANSWERS for line in looked_up(answer)))

    assert scores(evaluated) == {"proposals": (3, 0, 0), "readings": (1, 0, 0), "questions": (4, 0, 0)}
    assert [outcome.failure for outcome in evaluated.outcomes] == [""] * 6
    assert (evaluated.seconds, evaluated.cost, evaluated.input_tokens) == (None, None, None)  # not measured


def test_wrong_answers_are_counted_apart_from_missing_ones(january: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ("I do not know.", "It comes to 308.71.", "5 or 6 January 2026, or 2026-01-06", "Row 1")
    lies = [line for answer in answers for line in looked_up(answer)]
    evaluated = result(january, monkeypatch, swapped, *[lambda request: told(request, 2)] * 2, *lies)

    assert scores(evaluated) == {"proposals": (0, 2, 1), "readings": (0, 1, 0), "questions": (0, 3, 1)}
    assert evaluated.outcomes[1].given == "2 rows, 2 of them right"


def test_a_right_figure_without_a_look_up_is_wrong(january: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated = result(january, monkeypatch, paired, told, *map(says, ANSWERS))

    assert scores(evaluated)["questions"] == (0, 4, 0)
    assert "(no look-up)" in evaluated.outcomes[-1].given


def test_a_model_that_fails_has_no_answer_and_the_reason(january: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated = result(january, monkeypatch, *[ProviderError("authentication", "no")] * 6)

    assert {outcome.failure for outcome in evaluated.outcomes} == {"authentication"}
    assert [score[:2] for score in scores(evaluated).values()] == [(0, 0)] * 3


def rows_of_all_tables() -> Iterator[tuple[str, Any]]:
    for model in apps.get_models():
        manager = model._base_manager
        yield model._meta.label, list(manager.order_by("pk").values())


def test_nothing_is_changed(january: StatementImport, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(rows_of_all_tables())

    result(january, monkeypatch, paired, told, *(line for answer in ANSWERS for line in looked_up(answer)))

    assert dict(rows_of_all_tables()) == before


def test_the_built_in_provider_pairs_and_neither_reads_nor_answers(january: StatementImport) -> None:
    evaluated = evaluate("builtin", [january], january.organization)

    assert scores(evaluated) == {"proposals": (3, 0, 0)}
    assert (evaluated.requests, evaluated.seconds, evaluated.cost) == (0, None, None)


def test_a_recorded_evaluation_is_repeated_without_a_server(january: StatementImport, tmp_path: Path, settings: Settings) -> None:
    with serving_as("LM Studio") as (url, sent):
        settings.PROVIDER, settings.PROVIDER_BASE_URL, settings.PROVIDER_PRICE = "compatible", url, "1/1/1"
        live = evaluate("small-model", [january], january.organization, tmp_path)
        asked = len(sent)
        replayed = evaluate("small-model", [january], january.organization, tmp_path)

    assert asked == len(sent) == live.requests == replayed.requests
    assert (live.is_replayed, replayed.is_replayed) == (False, True)
    assert live.outcomes == replayed.outcomes
    assert (live.seconds, live.cost, live.input_tokens) == (replayed.seconds, replayed.cost, replayed.input_tokens)
    assert live.cost
    assert live.seconds is not None
    assert [file.name for file in tmp_path.iterdir()] == ["small-model.jsonl"]
    assert (settings.PROVIDER_RECORD, settings.PROVIDER_REPLAY) == ("", "")


def test_without_consent_nothing_is_sent(january: StatementImport, settings: Settings) -> None:
    settings.PROVIDER_ALLOWED, settings.PROVIDER_API_KEY, settings.PROVIDER_PRICE = [], "k", "1/1/1"
    evaluated = evaluate("openai:gpt-4.1-mini", [january], january.organization)

    assert {outcome.failure for outcome in evaluated.outcomes} == {"not_allowed"}
    assert evaluated.requests == 0


def test_only_finished_imports_of_the_organization_are_used(january: StatementImport) -> None:
    assert finished(january.organization, 5) == [january]
    assert finished(january.organization, 0) == []
    assert finished(OrganizationFactory.create(), 5) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("builtin", ("builtin", "builtin")),
        ("openai:gpt-4.1-mini", ("openai", "gpt-4.1-mini")),
        ("gemma3:4b", ("compatible", "gemma3:4b")),
    ],
)
def test_a_model_is_named_with_or_without_its_provider(text: str, expected: tuple[str, str], settings: Settings) -> None:
    settings.PROVIDER = "compatible"

    assert named(text) == expected


@pytest.mark.parametrize(
    ("expected", "answer", "holds"),
    [
        (Decimal("1234.56"), "They come to \u22121,234.56 EUR.", True),
        (Decimal("1234.56"), "1.234,56", True),
        (Decimal("1234.56"), "1 234.5", False),
        (Decimal("1234.56"), "1,234.56 or 1,234.57", False),
        (Decimal("308.70"), "308.7", True),
        (3, "There are 3 entries from 2026-01-01 on, in all 308.70.", True),
        (3, "2 or 3", False),
        (3, "three", False),
        (date(2026, 1, 5), "On Jan 5th, 2026.", True),
        (date(2026, 1, 5), "05.01.2026", True),
        (date(2026, 1, 5), "5 Xyz 2026", False),
        (date(2026, 1, 5), "31 February 2026", False),
    ],
)
def test_an_answer_holds_the_one_right_figure_in_any_form(expected: Decimal | date | int, answer: str, holds: bool) -> None:
    assert CheckedQuestion(text="How much?", expected=expected).holds(answer) is holds


def test_figures_of_the_question_do_not_count_in_the_answer() -> None:
    question = CheckedQuestion(text="How many entries has account 7316 from 2026-01-01 to 2026-01-31?", expected=3)

    assert question.holds("Account 7316 has 3 entries.")
    assert Score(right=1) + Score(wrong=2) == Score(right=1, wrong=2)
