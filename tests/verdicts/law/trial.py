"""One case put to the product, with a model's answer beside it, and to the law: their `matched` verdicts are compared."""

from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

from assistant.answers import conclude
from assistant.contract import Turn, Usage
from finance.models import Account, Transaction
from reconciliation.conversation.proposal import Proposal
from reconciliation.models import StatementImport
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedStatement
from reconciliation.proposals.result import resolved
from reconciliation.proposals.tools import LedgerTools
from reconciliation.reconcile.build_answer import compose
from reconciliation.verification import verify
from reconciliation.verification.books import AccountBooks
from reconciliation.verification.decisions import ReadingConfirmed
from tests.verdicts.law.answers import Spoken
from tests.verdicts.law.case import Case
from tests.verdicts.law.making import make
from tests.verdicts.law.repeating import Links, links_by_law, links_of
from tests.verdicts.law.verdict import matched
from tests.verdicts.law.written import books_of, statements_of


@dataclass(frozen=True)
class Trial:
    """Places of the papers that the product matched, and of those that the law matches. `whole_file` is the verdict on all of
    them. `links` are copies and contradictions, as found and by law."""

    seed: int
    papers: int
    claimed: frozenset[int]
    lawful: frozenset[int]
    whole_file: bool
    links: tuple[Links, Links] = (frozenset(), frozenset())

    @property
    def agrees(self) -> bool:
        return self.links[0] == self.links[1] and self.claimed == self.lawful and self.whole_file == (len(self.lawful) == self.papers)


def trial(seed: int, lawful: frozenset[int] | None = None) -> Trial:
    """`lawful`, where it is known already, is not counted again."""
    case = make(seed)
    answer = stored_answer(case, Random(f"answer {seed}"))  # noqa: S311  the same seed, the same answer
    claimed = frozenset(place for place, each in enumerate(answer["statements"]) if each["verdict"] == "matched")
    return Trial(
        seed=seed,
        papers=len(case.papers),
        claimed=claimed,
        lawful=frozenset(matched(case)) if lawful is None else lawful,
        whole_file=answer["verdict"] == "matched",
        links=(links_of(answer["statements"]), links_by_law(case)),
    )


def stored_answer(case: Case, chance: Random) -> dict[str, Any]:
    """Return the stored answer of a file with these papers: the model's answer parsed and resolved, and the verdict by code."""
    books, papers = books_of(case), statements_of(case)
    answers = [verdict.as_json() for verdict in verify(books, papers, decisions=confirmed(papers, chance))]
    return composed(case, books, papers, answers, chance)


def confirmed(papers: list[PrintedStatement], chance: Random) -> list[ReadingConfirmed]:
    """Amendment 2: people confirm the reading of some papers. The law of `matched` does not know of it."""
    return [
        ReadingConfirmed(id=f"c{place}", statement=place, digest=digest_of_statement(paper))
        for place, paper in enumerate(papers)
        if chance.random() < 0.5
    ]


def composed(
    case: Case, books: list[AccountBooks], papers: list[PrintedStatement], answers: list[dict[str, Any]], chance: Random
) -> dict[str, Any]:
    """Return the answer with that of a model on the case, whose account is the first of the books."""
    return compose(StatementImport(sha256="0" * 64), answers, papers, {"provider": None, "proposal": _proposed(case, books, chance)})


def _proposed(case: Case, books: list[AccountBooks], chance: Random) -> dict[str, Any] | None:
    """Return a model's proposal; None if its answer does not have the requested shape."""
    tools = LedgerTools(actor=None)  # type: ignore[arg-type]  # nothing is looked up: the handles are given here
    given = {account.id: _shown(tools, account, place) for place, account in enumerate(books)}
    own, *foreign = given.values()
    text = Spoken(case, own, [handle for handles in foreign for handle in handles], chance).text()
    said = conclude(Turn(text=text, finish_reason="stop", usage=Usage(), model="made"), Proposal)
    return resolved(said.output, tools, {}) if said.output else None


def _shown(tools: LedgerTools, books: AccountBooks, place: int) -> list[str]:
    """Handles as the tools give them, of rows that are stored nowhere."""
    account = Account(id=UUID(int=place + 1), name=books.name)
    tools.accounts.give(account.pk, account)
    keys = [UUID(int=(place + 1) * 1000 + number) for number in range(len(books.entries))]
    return [
        tools.transactions.give(key, Transaction(id=key, account=account, external_id=entry.id))
        for key, entry in zip(keys, books.entries, strict=True)
    ]
