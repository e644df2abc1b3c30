"""Stores the result of a reconciliation: matches, the import's answer and status, a run for each import, and, if the organization wants it,
the preparation of proved statements. Runs are numbered and never overwritten. Review is never automatic."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from reconciliation.metrics import count_failure, count_verdict
from reconciliation.models import Cause, Conclusion, Doorbell, Match, Recheck, Run, Statement, StatementImport, StatementLine
from reconciliation.models.actor import actor_of
from reconciliation.printed.statement import PrintedStatement
from reconciliation.queue.claims import Claim
from reconciliation.queue.snapshot import forget_handed_over, is_resumed
from reconciliation.reconcile.answers import counting, extract, nothing_to_extract, to_settle
from reconciliation.reconcile.build_answer import Settled, compose
from reconciliation.reconcile.checkpoints import first_day_of
from reconciliation.reconcile.conclusions import (
    binding_of,
    books_of,
    cleared_by,
    days_of,
    key_of,
    next_number,
    record_step,
    sign_off_of,
    signed_beside,
    standing_of,
    standings_on,
)
from reconciliation.reconcile.decisions import printed_as_decided, rows_as_added
from reconciliation.reconcile.evidence import keep_as_decided, rows_come_to
from reconciliation.reconcile.known_layouts import learn, review
from reconciliation.reconcile.ledger import Ledger
from reconciliation.reconcile.reconcile_accounts import Settlement, accounts_at_stake, lock, settle, settle_stored
from reconciliation.signals import run_finished
from reconciliation.verification.verdict import StatementVerdict


def prepare_by_itself(settled: Settled, ledger: Ledger) -> None:
    """Record the preparation of a proved statement, unless it has steps already. Call it after its matches are stored."""
    account, days = ledger.account(settled.verdict.account_id), days_of(settled.printed)
    if not settled.prepares_itself or account is None or days is None:
        return
    statement, key = settled.statement, key_of(settled.statement)
    if standing_of(statement).steps or signed_beside(key, account, days, standings_on([account])):
        return
    binding = binding_of(statement, settled.printed)
    step = Conclusion.objects.create(
        account=account,
        period_start=days[0],
        period_end=days[1],
        number=next_number(key, account, days),
        statement_import=statement.statement_import,
        statement_number=statement.number,
        document=binding.document,
        digest=binding.digest,
        kind=Conclusion.Kind.PREPARED,
        verdict=str(settled.verdict.verdict),
        reasons=list(settled.verdict.reasons),
        books=books_of(account, days, cleared_by(statement)),
    )
    record_step(step)


INTERRUPTED = {"code": "interrupted", "params": {}}


def _run_after(last: Run | None, statement_import: StatementImport, cause: str) -> Run:
    return Run.objects.create(statement_import=statement_import, number=last.number + 1 if last else 1, cause=cause)


def begin_claimed_run(claimed: Claim) -> tuple[Run, bool]:
    """Return the run of a claimed import and True if it is resumed after waiting for a model. A new run has the cause of its doorbell; a
    run that a lost worker left open is ended."""
    with claimed.fenced():
        last = claimed.statement_import.runs.order_by("number").last()
        resumed = last is not None and is_resumed(claimed.statement_import)  # a first run has nothing to resume
        if last and not last.finished_at:
            if resumed:
                return last, True
            claimed.statement_import.runs.filter(finished_at=None).update(finished_at=timezone.now(), error=INTERRUPTED)
        if resumed:
            forget_handed_over(claimed.statement_import)
        bell: Doorbell | None = getattr(claimed.statement_import, "doorbell", None)  # read with the claim, which no new ring can pass
        return _run_after(last, claimed.statement_import, bell.cause if bell else Cause.AGAIN), False


def finish_run(run: Run, *, verdict: str = "", reconciliation: dict[str, Any] | None = None, error: dict[str, Any] | None = None) -> None:
    run.verdict, run.reconciliation, run.error, run.finished_at = verdict, reconciliation, error, timezone.now()
    run.save(update_fields=["verdict", "reconciliation", "error", "finished_at", "provider"])
    run_finished.send(sender=Run, run=run)


Json = dict[str, Any]
MOST = 2**63 - 1


def outcome(reconciliation: Json, printed: Sequence[PrintedStatement], statement_import: StatementImport) -> Json:
    """Return the columns of an import that its answer, steps and books decide: complete without extraction, or candidate entries
    for review."""
    answers = reconciliation["statements"]
    done = nothing_to_extract(answers)
    return {
        "status": StatementImport.Status.COMPLETE if done else StatementImport.Status.REVIEW,
        "verdict": reconciliation["verdict"],
        "reconciliation": reconciliation,
        "extracted_data": None if done or not answers else extract(answers, printed),
        "error": None,
        "claimed_until": None,
        "finished_at": timezone.now(),
        **listed(answers, printed),
        "sign_off": sign_off_of(answers, statement_import, printed),
    }


def keep(claimed: Claim, run: Run, settlement: Settlement, more: Mapping[str, Any], columns: Mapping[str, Any]) -> Json:
    """Store the answer of a claimed import and end its run; return the columns written. Raises ClaimLost."""
    settled = settlement.of(claimed.statement_import)
    printed = [result.printed for result in settled]
    keep_rows(settled, settlement.ledger)
    reconciliation = compose(claimed.statement_import, [result.answer for result in settled], printed, more)
    written = {**columns, **outcome(reconciliation, printed, claimed.statement_import)}
    claimed.write(**written)
    finish_run(run, verdict=reconciliation["verdict"], reconciliation=reconciliation)
    forget_handed_over(claimed.statement_import)
    count_verdict(reconciliation["verdict"])
    taught = keep_neighbours(claimed.statement_import, settlement)
    learn(claimed.statement_import, settled, columns.get("examination", {}).get("layout", {}))
    learn_again(taught)
    return written


def keep_rows(settled: Iterable[Settled], ledger: Ledger) -> None:
    """Store account, verdict, links and matches of each statement in place of the earlier ones, and its automatic preparation."""
    for result in settled:
        first = not result.statement.verdict
        result.statement.account, result.statement.verdict = ledger.account(result.verdict.account_id), str(result.verdict.verdict)
        result.statement.set_aside = result.verdict.set_aside
        has_added = any(line.before is not None for line in result.printed.lines)
        keep_as_decided(result.statement, result.printed, rows_as_added(result.statement) if has_added else ())
        lines = list(result.statement.lines.all())
        result.statement.compared = rows_come_to(result.printed, lines, result.about_reading)
        result.statement.save(update_fields=["account", "verdict", "set_aside", "compared"])
        keep_matches(result.statement, result.verdict, ledger, lines, first=first)
        prepare_by_itself(result, ledger)


def keep_neighbours(focus: StatementImport, settlement: Settlement, cause: str = Cause.ADJOINING_STATEMENT) -> list[Sequence[Settled]]:
    """Give each other import whose answer changed a run of its own, and return its statements."""
    changed: list[Sequence[Settled]] = []
    for key, settled in settlement.by_import.items():
        if key == focus.pk:
            continue
        before = settled[0].statement.statement_import.reconciliation or {"statements": []}
        if len(before["statements"]) <= settled[-1].statement.number:
            continue
        # another import's run may have other rights and never confirms an account that was unconfirmed
        answers = [
            result
            for result in settled
            if "account_unconfirmed" in result.verdict.reasons
            or "account_unconfirmed" not in before["statements"][result.statement.number]["reasons"]
        ]
        if keep_again(answers, settlement.ledger, cause):
            changed.append(answers)
    return changed


def learn_again(changed: Iterable[Sequence[Settled]]) -> None:
    """Let the statements of imports whose stored answer changed teach their layouts what they teach now."""
    for settled in changed:
        statement_import = settled[0].statement.statement_import
        learn(statement_import, settled, statement_import.examination.get("layout", {}))


def keep_again(settled: Sequence[Settled], ledger: Ledger, cause: str) -> bool:
    """Store new answers of statements of one finished import with a run of its own, and return whether they have changed. How far it is
    signed off may change with the books alone."""
    if not settled:
        return False
    statement_import = settled[0].statement.statement_import
    before, fresh = statement_import.reconciliation or {}, {result.statement.number: result.answer for result in settled}
    answers = [fresh.get(number, old) for number, old in enumerate(before.get("statements", []))]
    printed = printed_as_decided(statement_import)
    after = compose(statement_import, answers, printed, before)
    finished = StatementImport.objects.of(statement_import.organization).finished().filter(pk=statement_import.pk)
    if after == before:
        state = sign_off_of(answers, statement_import, printed)
        if state != statement_import.sign_off:
            finished.update(sign_off=state)
        return False
    written = outcome(after, printed, statement_import)
    if not finished.filter(claim_token=statement_import.claim_token).update(**written):
        return False
    keep_rows(settled, ledger)
    run = _run_after(statement_import.runs.order_by("number").last(), statement_import, cause)
    finish_run(run, verdict=after["verdict"], reconciliation=after)
    return True


def verify_again(statement_import: StatementImport, cause: str, neighbours: str = Cause.ADJOINING_STATEMENT) -> None:
    """Reconcile the stored evidence with today's ledger, by code only. An unfinished import is left alone.

    `neighbours` is the cause of the runs of other imports.
    """
    with transaction.atomic():
        settlement = settle_stored(statement_import, before=statement_import.refresh_from_db)
        settled = settlement.of(statement_import)
        changed = [settled] if keep_again(settled, settlement.ledger, cause) else []
        changed += keep_neighbours(statement_import, settlement, neighbours)
        Recheck.objects.of(statement_import.organization).filter(account__in=list(map(UUID, settlement.weighed))).delete()
        learn_again(changed)  # it may owe a recheck
    statement_import.refresh_from_db()


def withdraw(statement_import: StatementImport, *, before: Callable[[], None]) -> None:
    """Delete an import's evidence and reconcile its neighbours without it."""
    with transaction.atomic():
        at_stake = accounts_at_stake(statement_import, [])
        lock(actor_of(statement_import), at_stake)
        before()
        since = first_day_of(statement_import.statements.all())
        statement_import.statements.all().delete()
        learn_again(keep_neighbours(statement_import, settle(statement_import, at_stake, since=since)))
        review(statement_import)


@transaction.atomic
def fail(claimed: Claim, run: Run | None, *, code: str, params: Mapping[str, Any]) -> None:
    """End an unreadable import with an error that a person can see and act on. `run` is None if none was begun. Raises ClaimLost."""
    error = {"code": code, "params": dict(params)}
    count_failure(code)
    withdraw(claimed.statement_import, before=lambda: claimed.write(**failed(error)))
    forget_handed_over(claimed.statement_import)
    if run:
        finish_run(run, error=error)


def failed(error: Json) -> Json:
    """Return the columns of a failed import."""
    return {
        "status": StatementImport.Status.FAILED,
        "verdict": "",
        "reconciliation": None,
        "extracted_data": None,
        "error": error,
        "claimed_until": None,
        "finished_at": timezone.now(),
        **listed([], []),
    }


def keep_matches(
    statement: Statement, verdict: StatementVerdict, ledger: Ledger, rows: Iterable[StatementLine], *, first: bool = False
) -> None:
    """Replace the statement's matches by those of this verdict; `first` if it has none yet. `rows` are the stored rows."""
    if not first:
        statement.matches.all().delete()
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for item in verdict.matched:
        groups[item.transactions].append(item.line)
    why = {item.transactions: {"why": list(item.why), "interchangeable": item.interchangeable} for item in verdict.matched}
    decided = {item.transactions for item in verdict.matched if "decided" in item.why}
    links: list[tuple[Match, list[int], Sequence[str]]] = []  # a match, the numbers of its lines, its entries by the verifier's names
    for names, lines in groups.items():
        kind = Match.Kind.EXACT if len(names) == len(lines) == 1 else Match.Kind.GROUP
        by = Match.DecidedBy.PERSON if names in decided else Match.DecidedBy.RULE
        links.append((Match(statement=statement, kind=kind, decided_by=by, why=why[names]), lines, names))
    for differing in verdict.differing:
        reasons = {"differs": differing.kind, "hint": differing.hint}
        match = Match(statement=statement, kind=Match.Kind.DIFFERING, why=reasons)
        links.append((match, [differing.line], [differing.transaction]))
    Match.objects.bulk_create([match for match, _, _ in links])
    line_keys = {line.number: line.pk for line in rows}
    _join(Match.lines.through, "statementline_id", ((match, line_keys[line]) for match, lines, _ in links for line in lines))
    account = verdict.account_id or ""
    _join(
        Match.transactions.through,
        "transaction_id",
        ((match, ledger.transactions[account, entry]) for match, _, entries in links for entry in entries),
    )


def _join(through: type, column: str, pairs: Iterable[tuple[Match, UUID]]) -> None:
    through.objects.bulk_create([through(match_id=match.pk, **{column: key}) for match, key in pairs])  # type: ignore[attr-defined]


def listed(answers: Sequence[Mapping[str, Any]], printed: Sequence[PrintedStatement]) -> dict[str, Any]:
    """Return these columns of an import without a sign-off; unknown ones are None."""
    return {
        "period_start": min((statement.period_start for statement in printed if statement.period_start), default=None),
        "period_end": max((statement.period_end for statement in printed if statement.period_end), default=None),
        "to_settle_hundredths": size(answers),
        "sign_off": "",
    }


def size(answers: Sequence[Mapping[str, Any]]) -> int | None:
    """Return the sum of the absolute differences, in hundredths of any currency: for sorting only, never shown."""
    amounts = [to_settle(answer) for answer in counting(answers)]
    known = [abs(amount) for amount in amounts if amount is not None]
    return min(int(sum(known, Decimal(0)) * 100), MOST) if known and len(known) == len(amounts) else None
