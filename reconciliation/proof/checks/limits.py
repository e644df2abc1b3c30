"""Fields that a check of a proof could not confirm, because they depend on a page, on books, on another statement or on a person's word.

Every field of a file is either held against others by a check, or listed here with the reason; a field of neither kind is listed as
unknown."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reconciliation.proof.checks.acts import ON_TWO_STATEMENTS, steps_in_force
from reconciliation.proof.checks.finding import Proof
from reconciliation.proof.checks.law import DEFINITE
from reconciliation.proof.checks.printed import OF_THE_READING, is_read_whole, was_compared

Holds = Callable[[Proof], bool]


@dataclass(frozen=True, slots=True)
class NotChecked:
    """Fields that were not confirmed, as paths with `[*]` for every item of a list, and why."""

    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Limit:
    """Fields that no check confirms, unless `given` (document, ledger or public_key) was given. It applies to files for which `applies`
    is true, or to all."""

    where: tuple[str, ...]
    why: str
    given: str = ""
    applies: Holds = lambda _proof: True


def _any(*names: str, test: Callable[[Any], bool]) -> Holds:
    """Return a test that is true if any item of these lists passes."""
    return lambda proof: any(test(item) for name in names for item in proof[name] or ())


def _underived(proof: Proof) -> bool:
    derived = DEFINITE | OF_THE_READING | {"outstanding_unproved", "opening_unknown"} | {group["doubt"] for group in proof["ambiguous"]}
    return bool(set(proof["answer"]["reasons"]) - derived) or not was_compared(proof)


PAGE = "Only the pages show it: compare them with the rows."
NAMES = "A name or a note of the installation; nothing else in the file repeats it."
BOOKS = "Only the account's ledger shows it."
OTHER = "It rests on another statement, which is not in the file."
MATCHING = "It rests on the rules of matching, which are not repeated here."
PERSON = "A person's word; only a signature by a known key vouches for it."
THEN = "It rests on the books and the answer of that time."

LIMITS = (
    Limit(("made_with", "organization", "account.name", "account.kind", "account.institution", "account.number"), NAMES),
    Limit(("document.filename", "document.deleted", "document.pages", "statement.number"), NAMES),
    Limit(("document.examination",), "Only the document shows it: `tieout examine` examines it again."),
    Limit(("document.sha256", "document.size"), "Only the document shows it.", "document"),
    Limit(("statement.source",), "What was typed has no document.", applies=lambda proof: proof["document"] is None),
    Limit(("statement.institution", "statement.account_number"), PAGE),
    Limit(("statement.printed_currency",), PAGE, applies=lambda proof: proof["account"] is None),
    Limit(("statement.currency",), PAGE, applies=lambda proof: proof["account"] is None and proof["statement"]["printed_currency"] is None),
    Limit(("rows[*].page", "rows[*].box", "rows[*].text", "rows[*].reference", "rows[*].value_date", "rows[*].transaction_date"), PAGE),
    Limit(("rows[*].date", "rows[*].description"), PAGE),
    Limit(("rows[*].balance",), PAGE, applies=_any("rows", test=lambda row: row["balance"] is None)),
    Limit(
        ("rows[*].balance", "statement.period_start", "statement.period_end"),
        "The printed figures do not prove the reading, so balances and days need not follow.",
        applies=lambda proof: not is_read_whole(proof),
    ),
    Limit(
        ("rows[*].amount", "statement.opening_balance", "statement.closing_balance", "balances"),
        "Nothing was compared, so no balance or entry confirms it.",
        applies=lambda proof: not was_compared(proof),
    ),
    Limit(
        ("statement.flags", "statement.rows_not_read", "statement.adds_up", "answer.reasons", "answer.verdict"),
        "Nothing was compared, so the reading has no reasons in the answer.",
        applies=lambda proof: not was_compared(proof),
    ),
    Limit(
        ("statement.adds_up.difference",),
        "A balance is not printed, so no difference can be computed.",
        applies=lambda proof: None in (proof["statement"]["opening_balance"], proof["statement"]["closing_balance"]),
    ),
    Limit(
        ("statement.adds_up.first_break",),
        "Which row is the first depends on the reading.",
        applies=lambda proof: proof["statement"]["adds_up"].get("first_break") is not None,
    ),
    Limit(
        ("statement.adds_up.rows_follow", "answer.reasons"),
        OTHER,
        applies=lambda proof: (
            bool(proof["statement"]["adds_up"].get("rows_follow")) and "ends_unconfirmed" not in proof["answer"]["reasons"]
        ),
    ),
    Limit(("statement.opening_source",), OTHER, applies=lambda proof: proof["statement"]["opening_balance"] is None),
    Limit(("ledger.opening_balance",), BOOKS, "ledger"),
    Limit(("ledger.opening_date",), BOOKS),
    Limit(("ledger.entries[*].date", "ledger.entries[*].amount", "ledger.entries[*].description"), BOOKS, "ledger"),
    Limit(
        ("ledger.entries[*].external_id", "ledger.entries[*].status", "ledger.entries[*].left_out", "ledger.entries[*].id"), BOOKS, "ledger"
    ),
    Limit(("balances.opening.cleared", "balances.opening.books", "balances.closing.books"), BOOKS, "ledger"),
    Limit(("ledger.cleared_elsewhere",), OTHER),
    Limit(("pairs[*].interchangeable", "pairs[*].why"), MATCHING),
    Limit(("new[*].reason", "new[*].opposites", "new[*].candidate"), MATCHING),
    Limit(("new[*].repeats", "new[*].undone_by"), OTHER),
    Limit(("missing[*].kind", "missing[*].hint", "differing[*].hint"), MATCHING),
    Limit(("missing[*].outstanding_since",), OTHER),
    Limit(
        ("missing[*].proof", "missing[*].cleared_by"), OTHER, applies=_any("missing", test=lambda item: item["proof"] == "cleared_later")
    ),
    Limit(("ambiguous[*].doubt", "ambiguous[*].guess"), MATCHING),
    Limit(("pending", "opening_set", "added_from_it", "zero_entries"), BOOKS),
    Limit(("chain_break.import", "chain_break.statement", "chain_break.closing_balance", "overlapped"), OTHER),
    Limit(("copies", "same_as", "replaced_by", "contradicts"), OTHER),
    Limit(("zero_lines",), "Nothing was compared.", applies=lambda proof: proof["answer"]["verdict"] == "unverifiable"),
    Limit(("statement.read_as",), PERSON, applies=lambda proof: bool(proof["statement"]["read_as"])),
    Limit(("answer.reading_confirmed",), PERSON, "public_key", lambda proof: proof["answer"]["reading_confirmed"] is not None),
    Limit(
        ("statement.flags",),
        "A person confirmed the reading in place of the printed figures.",
        applies=lambda proof: proof["answer"]["reading_confirmed"] is not None,
    ),
    Limit(("opening_parts[*].statement", "opening_parts[*].kind"), OTHER),
    Limit(("opening_parts",), OTHER, applies=lambda proof: proof["bridge"] is None),
    Limit(("answer.reasons",), "It rests on other statements, or on the rules of matching.", applies=_underived),
    Limit(("answer.relied_on",), OTHER, applies=lambda proof: proof["replaced_by"] is not None),
    Limit(
        ("answer.relied_on",),
        "A decision on another statement, which is not in the file.",
        applies=lambda proof: not {*proof["answer"]["relied_on"]} <= {decision["id"] for decision in proof["decisions"]},
    ),
    Limit(("answer.relied_on",), "It rests on the answer without these decisions.", applies=lambda proof: bool(proof["decisions"])),
    Limit(("answer.account_why", "answer.candidates"), "It rests on the other accounts, which are not in the file."),
    Limit(("decisions", "conclusions.steps"), "One that is left out need not leave a trace.", "public_key"),
    Limit(("decisions[*].kind", "decisions[*].amount", "decisions[*].before", "decisions[*].after"), PERSON, "public_key"),
    Limit(("decisions[*].id", "decisions[*].reason", "decisions[*].by", "decisions[*].at", "decisions[*].entries"), PERSON, "public_key"),
    Limit(("decisions[*].applied", "decisions[*].why_not"), MATCHING),
    Limit(
        ("decisions[*].lines", "decisions[*].rows", "decisions[*].document"),
        OTHER,
        applies=_any("decisions", test=lambda decision: decision["kind"] == ON_TWO_STATEMENTS or not decision["applied"]),
    ),
    Limit(
        ("decisions[*].digest", "decisions[*].document"),
        "Rows or balances were others when it was made, or it was made before decisions named them. Its own rows are compared.",
        applies=lambda proof: any(
            decision["digest"] != proof["statement"]["digest"] or decision["document"] is None for decision in proof["decisions"]
        ),
    ),
    Limit(("conclusions.status", "conclusions.steps[*].kind"), PERSON, "public_key", lambda proof: bool(proof["conclusions"]["steps"])),
    Limit(("conclusions.steps[*].by", "conclusions.steps[*].at", "conclusions.steps[*].reason"), PERSON, "public_key"),
    Limit(("conclusions.steps[*].same_person",), "It also depends on who added rows to the books."),
    Limit(("conclusions.steps[*].verdict", "conclusions.steps[*].reasons", "conclusions.steps[*].number"), THEN),
    Limit(("conclusions.steps[*].exceptions", "conclusions.steps[*].confirmed", "conclusions.changed_since"), THEN),
    Limit(
        ("conclusions.steps[*].digest",),
        "It was reopened since; the rows of that time are not in the file.",
        applies=lambda proof: len(steps_in_force(proof)) < len(proof["conclusions"]["steps"]),
    ),
    Limit(
        ("signature.public_key",),
        "The key is the one in the file: compare it with the one that the installation publishes.",
        "public_key",
        lambda proof: proof["signature"] is not None,
    ),
    Limit(("signature",), "The file is not signed.", applies=lambda proof: proof["signature"] is None),
)

CHECKED = frozenset(
    [
        "format",
        "version",
        "account",
        "account.currency",
        "document",
        "document.sha256",
        "document.size",
        "digest",
        "signature",
        "rows",
        "rows[*].line",
        "rows[*].amount",
        "rows[*].balance",
        "rows[*].as_read",
        "rows[*].added",
        "rows[*].no_row",
        "zero_lines",
        "statement.read_as",
        "statement.source",
        "statement.digest",
        "statement.currency",
        "statement.printed_currency",
        "statement.period_start",
        "statement.period_end",
        "statement.first_day",
        "statement.last_day",
        "statement.opening_balance",
        "statement.closing_balance",
        "statement.opening_source",
        "statement.adds_up",
        "statement.rows_not_read",
        "statement.flags",
        "ledger",
        "ledger.entries",
        "ledger.sha256",
        "ledger.opening_balance",
        "ledger.entries[*].id",
        "ledger.entries[*].external_id",
        "ledger.entries[*].date",
        "ledger.entries[*].amount",
        "ledger.entries[*].description",
        "ledger.entries[*].status",
        "ledger.entries[*].left_out",
        "pairs",
        "pairs[*].lines",
        "pairs[*].entries",
        "pairs[*].decided_by",
        "new",
        "new[*].line",
        "new[*].date",
        "new[*].amount",
        "new[*].description",
        "missing",
        "missing[*].transaction",
        "missing[*].date",
        "missing[*].amount",
        "missing[*].description",
        "missing[*].proof",
        "missing[*].cleared_by",
        "missing[*].age",
        "differing",
        "differing[*].line",
        "differing[*].transaction",
        "differing[*].kind",
        "differing[*].by",
        "ambiguous",
        "ambiguous[*].lines",
        "ambiguous[*].transactions",
        "ambiguous[*].amount",
        "chain_break",
        "opening_parts",
        "opening_parts[*].amount",
        "bridge",
        "balances",
        "answer.verdict",
        "answer.reasons",
        "answer.relied_on",
        "answer.reading_confirmed",
        "answer.movement_ties",
        "decisions",
        "decisions[*].lines",
        "decisions[*].rows",
        "decisions[*].document",
        "decisions[*].digest",
        "decisions[*].applied",
        "conclusions.status",
        "conclusions.changed_since",
        "conclusions.steps",
        "conclusions.steps[*].document",
        "conclusions.steps[*].statement",
        "conclusions.steps[*].digest",
        "conclusions.steps[*].kind",
    ]
)
"""Fields that the checks compare with others. A field without a narrower one in either list is compared as a whole."""


def not_checked(proof: Proof, *, document: bool = False, ledger: bool = False, public_key: bool = False) -> list[NotChecked]:
    """Return the fields that a check with the given files does not confirm. A field that has no limit and no check is listed as unknown.

    Raises KeyError, TypeError and AttributeError for a file that does not follow docs/proof.md."""
    given = {"document": document, "ledger": ledger, "public_key": public_key}
    fields = {field for path in paths_of(proof) for field in within(path)}
    listed = [
        NotChecked(where, limit.why)
        for limit in LIMITS
        if not given.get(limit.given, False) and limit.applies(proof)
        for where in limit.where
        if where in fields
    ]
    named = CHECKED | {where for limit in LIMITS for where in limit.where}
    unknown = {path for path in paths_of(proof) if not any(field in named for field in within(path))}
    return [*listed, *(NotChecked(path, "A field that this checker does not know.") for path in sorted(unknown))]


def paths_of(value: Any, path: str = "") -> Iterator[str]:
    """Yield the path of each field without fields of its own; items of a list share `[*]`."""
    if isinstance(value, Mapping) and value:
        for name, part in value.items():
            yield from paths_of(part, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list) and value:
        for part in value:
            yield from paths_of(part, f"{path}[*]")
    else:
        yield path


def within(path: str) -> Iterator[str]:
    """Yield a path and each field that contains it."""
    parts = re.findall(r"\.?[^.\[]+|\[\*\]", path)
    yield from ("".join(parts[:count]) for count in range(len(parts), 0, -1))
