"""Asks a model for the columns or the rows that the reader could not prove, and once more where they do not add up; the gate judges.

Of two readings the one with more proved statements is chosen, then the reading that adds up. A proved reading is never replaced.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from reconciliation.conversation.instructions import fenced, instructions
from reconciliation.documents.pages import OpenedDocument
from reconciliation.documents.second_opinion import Opinion
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.extraction.calls import MOST_CALLS, ExtractionCalls, ModelAnswer, question
from reconciliation.extraction.lines import (
    LARGEST_PAGE,
    Chunk,
    ToldMap,
    ToldRows,
    characters,
    chunks_of,
    cost_of_map,
    cost_of_rows,
    lines_of,
    place_of,
    places_of,
    shown,
)
from reconciliation.extraction.locate import Finder, LocatedRows, locate_rows, named_lines, take_rows
from reconciliation.model_access.park import Suspended
from reconciliation.printed.statement import PrintedLine, PrintedStatement, Reading
from reconciliation.reading.cross_check import judged
from reconciliation.reading.reader import conclude, scan
from reconciliation.reading.solving.solve import Scanned

Rank = tuple[int, int, int]


def counts_more(reading: Reading, before: Reading) -> bool:
    """True if the model's reading explains more than the reader's and keeps every proved statement."""
    keeps_proved = all(statement in reading.statements for statement in proved_of(before))
    return keeps_proved and (rank(reading)[:2] > rank(before)[:2] or (not rank(before)[2] and rank(reading)[2] > 0))


def proved_of(reading: Reading) -> list[PrintedStatement]:
    return [statement for statement in reading.statements if statement.integrity.holds is True]


def rank(reading: Reading) -> Rank:
    """Return the numbers of proved statements, of statements that add up, and of rows."""
    statements = reading.statements
    return len(proved_of(reading)), sum(map(adds_up, statements)), sum(len(statement.lines) for statement in statements)


def adds_up(statement: PrintedStatement) -> bool:
    return bool(statement.lines) and statement.integrity.difference == 0 and first_break(statement) is None


def first_break(statement: PrintedStatement) -> PrintedLine | None:
    """Return the first row whose printed balance does not follow from the rows before it, in the order that fits better."""
    opening = statement.opening_balance
    forwards, backwards = _breaks(opening, statement.lines), _breaks(opening, statement.lines[::-1])
    fewer = min(forwards, backwards, key=len)
    return fewer[0] if fewer else None


def _breaks(opening: Decimal | None, lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """Return the rows whose balance differs from the last printed balance plus the amounts since."""
    breaks, reached = [], opening
    for line in lines:
        reached = None if reached is None else reached + line.amount
        if line.balance is not None:
            breaks += [line] if reached is not None and reached != line.balance else []
            reached = line.balance
    return breaks


def all_add_up(reading: Reading) -> bool:
    return bool(reading.statements) and all(map(adds_up, reading.statements))


MOST_LINES = 40  # of one kind that are named
AGAIN = "Look again and give the whole answer for these lines once more."

PROMPTS = Path(__file__).parent / "prompts"
ROWS, MAP = instructions("extract_rows", PROMPTS), instructions("extract_map", PROMPTS)
UNSURE = frozenset({"financial_document", "other"})  # types of a document that may yet be a statement
FEWEST_ROWS = 3  # lines with a day and a figure, for a model to be asked about such a document
MOST_CHUNKS = MOST_CALLS // 2  # each may go back once; a document of more is not asked about row by row
KEPT = 200  # refusals and lines left over in the trace; the turns themselves are stored beside it

Json = dict[str, Any]


def corrections(reading: Reading, located: LocatedRows, finder: Finder, chunks: Sequence[Chunk]) -> dict[int, str]:
    """Return the text of the correction by number of the chunk, from 1: for the faulty chunks, or for all if none is known to be.

    Each chunk is sent the sums of the whole document, and only its own lines.
    """
    sums = []
    for statement in reading.statements:
        opening, closing, difference = statement.opening_balance, statement.closing_balance, statement.integrity.difference
        if not adds_up(statement) and opening is not None and closing is not None and difference:
            movement = closing - opening - difference
            sums.append(
                f"The opening balance {opening} and the sum {movement} of {len(statement.lines)} rows make {opening + movement}, "
                f"but the printed closing balance is {closing}: the difference is {difference}."
            )
    own = {number: list(_of_chunk(number, chunk, reading, located, finder)) for number, chunk in enumerate(chunks, 1)}
    concerned = [number for number in own if own[number]] or list(own)
    return {number: "\n".join([*sums, *own[number], AGAIN]) for number in concerned}


def _of_chunk(number: int, chunk: Chunk, reading: Reading, located: LocatedRows, finder: Finder) -> Iterator[str]:
    lines = {line.number for line in chunk}
    breaks = (line for statement in reading.statements if (line := first_break(statement)) is not None)
    numbers = (located.numbers.get(place_of(line)) for line in breaks)
    broken = [number for number in numbers if number is not None and number in lines]
    refused = [f"{refusal['line']} ({refusal['code']})" for refusal in finder.refused if refusal["chunk"] == number]
    over = [str(line) for line in located.left_over if line in lines]
    if broken:
        yield f"The balance on line {broken[0]} does not follow from the balance before it and the amount."
    if refused:
        yield f"Refused lines: {', '.join(refused[:MOST_LINES])}."
    if over:
        yield f"Lines with a figure that nothing names: {', '.join(over[:MOST_LINES])}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """The reading that counts, the reader's or the model's. `findings` are for the trace."""

    reading: Reading
    findings: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """The result of asking for the map or for the rows."""

    reading: Reading
    located: LocatedRows
    finder: Finder
    failures: Sequence[Json] = ()


def leaves_something_to_read(reading: Reading) -> bool:
    """True if a statement is not proved, or the document may yet be one; its lines are not read for this."""
    if reading.statements:
        return any(statement.integrity.holds is not True for statement in reading.statements)
    return reading.document_type in UNSURE


@dataclass(slots=True)
class Extraction:
    """The extraction of one document. `before` is the reader's own reading; its proved statements are neither sent nor changed.

    `look_again` asks the second engine, before anything new counts as proved.
    """

    document: OpenedDocument
    before: Reading
    source: str
    look_again: Callable[[], Opinion | None]
    scanned: Scanned = field(init=False)
    chunks: list[Chunk] = field(init=False)

    def __post_init__(self) -> None:
        self.scanned = scan(self.document)
        self.chunks = chunks_of(lines_of(self.scanned.printed, self.scanned.items, places_of(proved_of(self.before))))

    @property
    def is_worth_asking(self) -> bool:
        """True if a statement is not proved, or a table might be one, and no page is too large."""
        if not leaves_something_to_read(self.before):
            return False
        if not self.chunks or any(characters(chunk) > LARGEST_PAGE for chunk in self.chunks):
            return False
        return bool(self.before.statements) or sum(line.is_dated_figure for chunk in self.chunks for line in chunk) >= FEWEST_ROWS

    def run(self, asker: ExtractionCalls) -> Extracted | Suspended:
        """Ask the cheaper question first; if the map of the columns does not lead to rows that add up, ask for the rows."""
        costs = {"map": cost_of_map(self._table, MAP.text), "rows": cost_of_rows(self.chunks, ROWS.text)}
        attempts: dict[str, Attempt] = {}
        if costs["map"] < costs["rows"]:
            by_map = self._by_map(asker)
            if isinstance(by_map, Suspended):
                return by_map
            attempts["map"] = by_map
        if not any(all_add_up(attempt.reading) for attempt in attempts.values()) and len(self.chunks) <= MOST_CHUNKS:
            by_rows = self._by_rows(asker)
            if isinstance(by_rows, Suspended):
                return by_rows
            attempts["rows"] = by_rows
        way = max(attempts, key=lambda way: rank(attempts[way].reading), default="")
        if way and len(proved_of(attempts[way].reading)) > len(proved_of(self.before)):
            opinion = self.look_again()  # the second engine's reading of the located figures
            self.document = judged(self.document, attempts[way].reading, opinion)
            whole = self.scanned.whole and not self.document.incomplete
            self.scanned = replace(self.scanned, whole=whole, marks=self.document.marks)
            attempts[way] = self._judged(attempts[way].finder, attempts[way].failures, unseen=opinion is None)
        counts = bool(way) and counts_more(attempts[way].reading, self.before)
        findings: Json = {"tokens_estimated": costs, "chunks": len(self.chunks), "calls": asker.calls, "counts": counts}
        for tried, attempt in attempts.items():
            findings[tried] = {
                "rows": len(attempt.finder.rows),
                "refused": attempt.finder.refused[:KEPT],
                "failed": list(attempt.failures),
                "forbids": sorted(attempt.located.forbids),
                "left_over": attempt.located.left_over[:KEPT],
                "integrity": [statement.integrity.holds for statement in attempt.reading.statements],
            }
        return Extracted(reading=attempts[way].reading if counts else self.before, findings=findings)

    @property
    def _table(self) -> Chunk:
        """The chunk with the most rows, from which the columns are asked."""
        return max(self.chunks, key=lambda chunk: sum(line.is_dated_figure for line in chunk))

    def _by_map(self, asker: ExtractionCalls) -> Attempt | Suspended:
        asked = question(fenced("Give the columns of the table of movements.", shown(self._table, placed=True)))
        answer = asker.ask("map", [asked], MAP, ToldMap)
        if isinstance(answer, Suspended):
            return answer
        finder = self._finder()
        if answer.output is not None:
            finder.look_at(0, self._table)
            for balance in answer.output.balances:
                finder.take_balance(balance)
            take_rows(answer.output, [line for chunk in self.chunks for line in chunk], finder)
        return self._judged(finder, [{"chunk": 0, "code": answer.failure}] if answer.failure else [])

    def _by_rows(self, asker: ExtractionCalls) -> Attempt | Suspended:
        """Ask for each chunk by itself; send a correction once if a sum is wrong."""
        answers: dict[int, ModelAnswer[ToldRows]] = {}
        for number, chunk in enumerate(self.chunks, 1):
            asked = question(fenced("Give the movements that these lines print.", shown(chunk)))
            answer = asker.ask(f"chunk {number}", [asked], ROWS, ToldRows)
            if isinstance(answer, Suspended):
                return answer
            answers[number] = answer
        first = self._of(answers)
        sums_are_wrong = any(statement.integrity.difference or first_break(statement) is not None for statement in first.reading.statements)
        if first.failures or not (first.finder.refused or sums_are_wrong):
            return first
        for number, error in corrections(first.reading, first.located, first.finder, self.chunks).items():
            again = asker.ask(f"chunk {number} again", [*answers[number].messages, question(error)], ROWS, ToldRows)
            if isinstance(again, Suspended):
                return again
            answers[number] = again if again.output is not None else answers[number]
        second = self._of(answers)
        return second if rank(second.reading) > rank(first.reading) else first

    def _of(self, answers: Mapping[int, ModelAnswer[ToldRows]]) -> Attempt:
        """Return the attempt with the rows of all chunks. A chunk without an answer leaves its rows unread."""
        finder = self._finder()
        for number, chunk in enumerate(self.chunks, 1):
            finder.look_at(number, chunk)
            answer = answers[number].output or ToldRows(rows=())
            for row in answer.rows:
                finder.take_row(row)
            for balance in answer.balances:
                finder.take_balance(balance)
        return self._judged(finder, [{"chunk": number, "code": answer.failure} for number, answer in answers.items() if answer.failure])

    def _finder(self) -> Finder:
        lines = [line for chunk in self.chunks for line in chunk]
        return Finder(lines, named_lines(self.scanned), self.scanned.style.decimals)

    def _judged(self, finder: Finder, failures: Sequence[Json], *, unseen: bool = False) -> Attempt:
        """Judge with the signs that code can prove, or with the model's if they prove more. `unseen` by the second engine, nothing is
        proved."""
        forbids = {code for code, holds in (("chunk_failed", bool(failures)), ("second_engine_failed", unseen)) if holds}
        plain, signed = (self._read(finder, forbids, signed=signed) for signed in (False, True))
        proves_more = (rank(plain[0])[:2], all_add_up(plain[0])) >= (rank(signed[0])[:2], True)
        reading, located = plain if proves_more else signed
        return Attempt(reading=reading, located=located, finder=finder, failures=failures)

    def _read(self, finder: Finder, forbids: set[str], *, signed: bool) -> tuple[Reading, LocatedRows]:
        """Return the statements as the gate judges them, new ones unproved if a code forbids a proof. Unproved ones are flagged as read by
        a model, so that nothing else completes them."""
        located = locate_rows(finder, self.scanned, places_of(proved_of(self.before)), signed=signed)
        located.forbids |= forbids
        try:
            reading = conclude(self.document, located.scanned)
        except DocumentUnreadable:  # more accounts than any bank prints, by the model or by the page
            return replace(self.before, statements=()), located
        proved, statements = proved_of(self.before), list[PrintedStatement]()
        for printed_statement in reading.statements:
            statement, integrity = replace(printed_statement, source=self.source), printed_statement.integrity
            if located.forbids:
                integrity = replace(integrity, holds=None, rows_follow=False, first_break=None)
            if statement not in proved and integrity.holds is not True:
                flags = {*statement.flags, "model_read"} | ({"page_unread"} if "chunk_failed" in located.forbids else set())
                statement = replace(statement, integrity=integrity, flags=tuple(sorted(flags)))
            statements.append(statement)
        return replace(reading, statements=tuple(statements)), located
