"""Known layouts: statements that were proved or confirmed teach them, and their testimony completes the proof of later statements.

Testimony settles the order of days and the side of an account, and nothing else: docs/decisions/0046 has the rules.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from people.models import Organization
from reconciliation.examining.layout import has_columns, key_of_traits, traits_of
from reconciliation.models import Decision, KnownLayout, LayoutTeaching, Statement, StatementImport
from reconciliation.models.querysets import NOT_IN_PLAY
from reconciliation.printed.statement import DOUBT_OF, ORDER, SIDE, TESTIFIED, Fact, PrintedStatement, Testified
from reconciliation.reading.document.metadata import number_of
from reconciliation.reconcile.build_answer import Settled
from reconciliation.reconcile.evidence import integrity_with_facts, printed_from
from reconciliation.reconcile.rechecks import owe_a_recheck
from reconciliation.verification.chain import ONE_DAY

Layout = Mapping[str, Any]
FEWEST_DIGITS = 4  # fewest digits of the number by which an account is known again


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTestimony:
    """The testimony of a layout's statements about another statement: the order of days, the kind of its account, and the statement that
    ends with its opening balance."""

    layout: KnownLayout
    order: LayoutTeaching | None
    side: LayoutTeaching | None
    account_kind: str

    def settle(self, statement: PrintedStatement) -> PrintedStatement:
        """Return the statement as proved if this settles each convention that stops its proof; else as it is."""
        untold, integrity = statement.conventions.untold, statement.integrity
        by = {ORDER: self.order, SIDE: self.side}
        taught_by = [teaching for name in untold if (teaching := by[name])]
        doubts = {fact.code for fact in integrity.unconfirmed}
        is_settled = bool(untold) and len(taught_by) == len(untold) and doubts == {DOUBT_OF[name] for name in untold}
        if integrity.holds is not None or statement.unread or statement.flags or not is_settled:
            return statement
        facts = [fact_of(name, teaching) for name, teaching in zip(untold, taught_by, strict=True)]
        testified = Testified(
            layout=str(self.layout.pk),
            settled=untold,
            taught_by=tuple((str(taught.statement.statement_import_id), taught.statement.number) for taught in taught_by),
            doubts=integrity.unconfirmed,
        )
        proved = replace(integrity, holds=True, rows_follow=False, confirmed=(*integrity.confirmed, *facts), unconfirmed=())
        return replace(statement, integrity=proved, testified=testified)


def fact_of(name: str, teaching: LayoutTeaching) -> Fact:
    """Return the fact that says on which statement the convention rests, and who confirmed that."""
    statement = teaching.statement
    has_days = statement.period_start and statement.period_end
    named = f"{statement.period_start}..{statement.period_end}" if has_days else statement.statement_import.filename
    who = [teaching.taught_by.get_username() if teaching.taught_by else "?"] if teaching.way == LayoutTeaching.Way.CONFIRMED else []
    return Fact(code=f"{name}_as_{teaching.way}", figures=(named, *who))


def recognised(organization: Organization, layout: Layout, institution: str | None) -> KnownLayout | None:
    """Return the layout with all of these traits, and each column of figures in its place."""
    traits = traits_of(layout, institution) if layout else None
    if traits is None:
        return None
    known = KnownLayout.objects.of(organization).filter(key=key_of_traits(traits)).first()
    return known if known and has_columns(known.traits, traits) else None


def testimony_of(known: KnownLayout, statement: PrintedStatement, statement_import: StatementImport) -> KnownTestimony:
    """Return what other statements of the layout testify of this one. Only those of the same account testify; where those contradict one
    another, or any of the layout another order of days, they testify nothing."""
    counting = LayoutTeaching.objects.of(statement_import.organization).filter(layout=known, statement__set_aside="")
    counting = counting.exclude(statement__statement_import__status__in=NOT_IN_PLAY)
    others = counting.exclude(statement__statement_import=statement_import)
    teachings = list(others.select_related("statement__statement_import", "taught_by").order_by("-taught_at"))
    orders = {teaching.day_first for teaching in teachings} - {None}
    of_account = [teaching for teaching in teachings if is_of_one_account(teaching.statement, statement)]
    ordered = [teaching for teaching in of_account if teaching.day_first is not None]
    kinds = {teaching.account_kind for teaching in of_account if teaching.account_kind}
    return KnownTestimony(
        layout=known,
        order=ordered[0] if ordered and orders == {statement.conventions.day_first} else None,
        side=next((teaching for teaching in of_account if len(kinds) < 2 and ends_with_opening(teaching.statement, statement)), None),
        account_kind=kinds.pop() if len(kinds) == 1 else "",
    )


def is_of_one_account(earlier: Statement, statement: PrintedStatement) -> bool:
    """True if both print one account number, and not different currencies. A bank prints accounts and cards in one layout."""
    number, other = number_of(earlier.account_hint), number_of(statement.account_hint or "")
    printed = {earlier.currency, statement.currency or ""} - {""}
    return number == other and sum(map(str.isdigit, number)) >= FEWEST_DIGITS and len(printed) < 2


def ends_with_opening(earlier: Statement, statement: PrintedStatement) -> bool:
    """True if the earlier statement adjoins, and ends with the opening balance, which is not zero and so has one side only."""
    last, first = earlier.period_end, statement.period_start
    adjoins = last is not None and first is not None and last <= first <= last + ONE_DAY
    return bool(adjoins and statement.opening_balance and earlier.closing_balance == statement.opening_balance)


def is_open(statement: PrintedStatement) -> bool:
    """True if the testimony of a layout, or of the kind of its account, might complete the proof."""
    doubts = {fact.code for fact in statement.integrity.unconfirmed}
    return statement.integrity.holds is None and bool(statement.conventions.untold or DOUBT_OF[SIDE] in doubts)


def known_kind(statement_import: StatementImport, statements: Sequence[PrintedStatement], layout: Layout) -> str:
    """Return the kind of the only account of a document, as earlier statements of the account in this layout teach it; else ""."""
    if len(statements) != 1 or statements[0].account_kind:
        return ""
    known = recognised(statement_import.organization, layout, statements[0].institution)
    return testimony_of(known, statements[0], statement_import).account_kind if known else ""


def settled_by_layout(
    statement_import: StatementImport, statements: Sequence[PrintedStatement], layout: Layout
) -> tuple[PrintedStatement, ...]:
    """Return the statements, as proved where the testimony of a known layout completes the proof."""
    settled = []
    for statement in statements:
        known = recognised(statement_import.organization, layout, statement.institution) if is_open(statement) else None
        settled.append(testimony_of(known, statement, statement_import).settle(statement) if known else statement)
    return tuple(settled)


def learn(statement_import: StatementImport, settled: Iterable[Settled], layout: Layout) -> None:
    """Let each proved or confirmed statement teach its layout, and no other one; then end the testimony that is no longer given. Call it
    in the transaction that stores the verdicts."""
    lock_layouts(statement_import.organization)
    touched: set[UUID] = set()
    for result in settled:
        before = LayoutTeaching.objects.of(statement_import.organization).filter(statement=result.statement).first()
        taught = _teaching(statement_import, result, layout, before)
        if before and (taught is None or _values(before) != _values(taught)):
            touched.add(before.layout_id)
            before.delete()
        if taught and (before is None or before.pk is None):  # a deleted row has no key
            touched.add(taught.layout_id)
            taught.save()
    _review(statement_import, touched)


def _values(teaching: LayoutTeaching) -> tuple[object, ...]:
    return teaching.layout_id, teaching.way, teaching.taught_by_id, teaching.day_first, teaching.account_kind


def _teaching(statement_import: StatementImport, result: Settled, layout: Layout, before: LayoutTeaching | None) -> LayoutTeaching | None:
    """Return what the statement teaches now, unsaved, or None. A proof that rests on testimony teaches nothing, else a layout would confirm
    itself."""
    statement, printed = result.statement, result.printed
    traits = traits_of(layout, statement.institution) if layout else None
    if traits is None or statement.set_aside or printed.closing_balance != statement.closing_balance:
        return None
    confirmation = None
    if "reading_confirmed" in result.verdict.reasons:
        in_force = Decision.objects.of(statement_import.organization).standing().about(statement)
        confirmation = in_force.filter(kind=Decision.Kind.READING_CONFIRMED).last()
    if confirmation is None and (printed.integrity.holds is not True or statement.testified):
        return None
    known = _known(statement_import.organization, traits)
    since = confirmation.made_at if confirmation else statement_import.uploaded_at
    if known is None or (known.forgotten_at and since <= known.forgotten_at):
        return None
    read = printed_from(statement, statement.lines.all())
    as_read = all(line.date == decided.date for line, decided in zip(read.lines, printed.lines, strict=False))
    account_kind = printed.account_kind or (statement.account.kind if confirmation and statement.account else "")
    return LayoutTeaching(
        layout=known,
        statement=statement,
        way=LayoutTeaching.Way.CONFIRMED if confirmation else LayoutTeaching.Way.PROVED,
        taught_by=confirmation.made_by if confirmation else None,
        day_first=read.conventions.day_first if as_read else None,
        account_kind=account_kind,
    )


def _known(organization: Organization, traits: dict[str, Any]) -> KnownLayout | None:
    """Return the layout with these traits, made if there is none; None if its columns are elsewhere."""
    known, is_new = KnownLayout.objects.of(organization).get_or_create(
        organization=organization, key=key_of_traits(traits), defaults={"traits": traits}
    )
    if is_new:
        return known
    if not known.teachings.exists():  # those of an imported layout, or of a forgotten one, rest on no document
        known.traits = traits
        known.save(update_fields=["traits"])
    if not has_columns(known.traits, traits):
        return None
    if len(traits["edges"]) > len(known.traits["edges"]):
        known.traits = traits
        known.save(update_fields=["traits"])
    return known


def review(statement_import: StatementImport) -> None:
    """End each proof that rests on testimony which is no longer given: by this import, or to this import."""
    lock_layouts(statement_import.organization)
    _review(statement_import, set())


def _review(statement_import: StatementImport, layouts: Collection[UUID]) -> None:
    own = str(statement_import.pk)
    for statement in on_testimony(statement_import.organization):
        testimony = testimony_in(statement)
        is_own = statement.statement_import_id == statement_import.pk or own in {key for key, _ in testimony["taught_by"]}
        if is_own or UUID(testimony["layout"]) in layouts:
            end_testimony_if_void(statement)


def review_layout(layout: KnownLayout) -> None:
    """End each proof that rests on testimony which this layout no longer gives. Lock the layouts first."""
    for statement in on_testimony(layout.organization):
        if UUID(testimony_in(statement)["layout"]) == layout.pk:
            end_testimony_if_void(statement)


def lock_layouts(organization: Organization) -> None:
    """Lock the organization's layouts until the transaction ends, so that a transaction that stores a proof on testimony and one that takes
    testimony back never overlap."""
    list(KnownLayout.objects.of(organization).select_for_update().order_by("pk").values_list("pk"))


def testimony_in(statement: Statement) -> dict[str, Any]:
    """Return the stored testimony of a statement that rests on it."""
    return dict(statement.testified or {})


def on_testimony(organization: Organization) -> Iterable[Statement]:
    """Return the organization's statements whose proof rests on the testimony of a layout."""
    rows = Statement.objects.of(organization).filter(testified__isnull=False)
    return rows.select_related("statement_import", "account").order_by("pk")


def end_testimony_if_void(statement: Statement) -> None:
    """Take the testimony from a statement if it is no longer given. Its account is weighed again."""
    statement_import = statement.statement_import
    printed = printed_from(statement, statement.lines.all())
    printed_facts = tuple(fact for fact in printed.integrity.confirmed if fact.code not in TESTIFIED)
    doubts = printed.testified.doubts if printed.testified else ()
    unproved = replace(
        printed, integrity=replace(printed.integrity, holds=None, confirmed=printed_facts, unconfirmed=doubts), testified=None
    )
    known = KnownLayout.objects.of(statement_import.organization).filter(pk=UUID(testimony_in(statement)["layout"])).first()
    if known and testimony_of(known, unproved, statement_import).settle(unproved).testified:
        return
    statement.integrity, statement.testified = integrity_with_facts(unproved.integrity), None
    statement.compared = statement.compared and {**statement.compared, "integrity": statement.integrity}
    statement.save(update_fields=["integrity", "testified", "compared"])
    if statement.account_id:
        owe_a_recheck(account=statement.account_id, since=statement.period_start)
