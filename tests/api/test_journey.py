"""The whole journey through HTTP alone: the client, a web server, a worker, PostgreSQL and Redis."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.api.serving import Served
from tieout.client import Refused, Tieout
from tieout.client.shapes import Import

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
SAMPLES = Path(__file__).resolve().parents[2] / "samples" / "statements"


def uploaded(tieout: Tieout, name: str) -> Import:
    received = tieout.upload(SAMPLES / name)
    return tieout.wait(received["statement_import"]["id"])


def test_the_token_says_whom_it_acts_for(tieout: Tieout) -> None:
    assert tieout.me()["organization_name"] == "Marlow Street Pottery"


def test_a_statement_that_agrees_is_proved(tieout: Tieout) -> None:
    done = uploaded(tieout, "checking-2026-01.pdf")

    assert done["matched"]
    answer = tieout.verdict(done["id"])
    assert answer["verdict"] == "matched"
    assert answer["statements"][0]["closing_balance"]["statement"] == answer["statements"][0]["closing_balance"]["ledger"]
    assert answer["proof"]["sha256"] == done["sha256"]
    assert tieout.document(done["id"]) == (SAMPLES / "checking-2026-01.pdf").read_bytes()


def test_the_same_bytes_are_one_import(tieout: Tieout) -> None:
    first = uploaded(tieout, "checking-2026-01.pdf")

    again = tieout.upload(SAMPLES / "checking-2026-01.pdf")

    assert again["already_there"]
    assert again["statement_import"]["id"] == first["id"]


def test_from_a_statement_to_rows_in_the_books_and_out_again(tieout: Tieout) -> None:
    done = uploaded(tieout, "card-2026-01.pdf")
    statement = tieout.statement(done["statements"][0])
    new = _answer(tieout, done)["new"]
    assert new, "the sample card has rows that the books lack"
    before = list(tieout.entries(str(statement["account"])))

    published = tieout.publish(statement["id"], lines=[row["line"] for row in new])

    added = [each for each in tieout.entries(str(statement["account"])) if each["id"] not in {entry["id"] for entry in before}]
    assert len(published["postings"]) == len(added) == len(new)
    assert sorted(entry["amount"] for entry in added) == sorted(row["amount"] for row in new)
    assert _answer(tieout, done)["new"] == []
    undone = tieout.undo(done["id"])
    assert len(undone["postings"]) == len(new)
    assert list(tieout.entries(str(statement["account"]))) == before
    assert len(_answer(tieout, done)["new"]) == len(new)


def test_an_account_starts_from_its_first_statement(tieout: Tieout, tmp_path: Path) -> None:
    account = tieout.add_account(name="Petty cash", kind="cash", currency="EUR", opening_balance="20.00", opening_date="2026-01-01")
    file = tmp_path / "cash.csv"
    file.write_text("Date,Description,Amount\n2026-01-03,Stamps,-8.50\n2026-01-04,Refund,1.25\n")

    shown = tieout.show_file(account["id"], file)
    assert shown["counts"]["new"] == 2
    confirmed = tieout.confirm(shown)
    assert confirmed["status"] == "confirmed"
    assert tieout.balance(account["id"], as_of="2026-01-31")["balance"] == "12.75"
    tieout.undo_ledger_import(shown["id"])
    assert tieout.balance(account["id"], as_of="2026-01-31")["balance"] == "20.00"


def test_many_entries_come_in_once(tieout: Tieout) -> None:
    account = tieout.add_account(name="Shop till", kind="cash", currency="EUR", opening_balance="0.00", opening_date="2026-01-01")
    rows: list[dict[str, Any]] = [
        {"external_id": f"till-{number}", "booked_on": "2026-01-05", "amount": f"{number}.00", "description": "sale"}
        for number in range(1, 300)
    ]

    assert tieout.bring_in(account["id"], rows)[0]["added"] == 299
    assert tieout.bring_in(account["id"], rows) == [
        {"added": 0, "known": 299, "updated": 0, "probable": 0, "changed": 0, "refused": 0, "ledger_import": None}
    ]
    assert len(list(tieout.entries(account["id"]))) == 299


def test_following_ends_with_the_answer(tieout: Tieout) -> None:
    received = tieout.upload(SAMPLES / "savings-2026-q1.pdf")

    seen = list(tieout.follow(received["statement_import"]["id"]))

    assert seen[-1]["finished"]
    assert seen[-1]["verdict"]


def test_signing_off_and_the_evidence(tieout: Tieout) -> None:
    done = uploaded(tieout, "checking-2026-01.pdf")
    statement = done["statements"][0]

    signed = tieout.sign(statement, "sign_off")

    assert signed["kind"] == "reviewed"
    names = zipfile.ZipFile(io.BytesIO(tieout.evidence(statement))).namelist()
    assert {"document.pdf", "proof.json", "SHA256SUMS"} <= set(names)
    assert tieout.report(statement, "bank-reconciliation.pdf").startswith(b"%PDF")
    with pytest.raises(Refused) as refused:
        tieout.publish(statement, lines=[0])
    assert refused.value.code == "signed_off"
    assert tieout.sign(statement, "reopen", reason="to look again")["kind"] == "reopened"


def test_a_document_that_cannot_be_read_says_what_to_do(tieout: Tieout) -> None:
    with pytest.raises(Refused) as refused:
        tieout.upload(b"no document at all", filename="no.pdf")

    assert refused.value.status == 409
    assert refused.value.code == "not_a_pdf"


def test_a_foreign_token_finds_nothing_of_it(server: Served, tieout: Tieout) -> None:
    done = uploaded(tieout, "checking-2026-01.pdf")
    statement, account = done["statements"][0], next(tieout.accounts())

    with Tieout(server.address, token=server.foreign) as foreign:
        assert list(foreign.imports()) == []
        assert list(foreign.accounts()) == []
        asked: list[Any] = [
            lambda: foreign.statement_import(done["id"]),
            lambda: foreign.verdict(done["id"]),
            lambda: foreign.document(done["id"]),
            lambda: foreign.statement(statement),
            lambda: foreign.publish(statement),
            lambda: foreign.sign(statement, "sign_off"),
            lambda: foreign.decide(statement, "confirm_all"),
            lambda: foreign.account(account["id"]),
            lambda: list(foreign.entries(account["id"])),
            lambda: foreign.enter(account["id"], booked_on="2026-01-01", amount="1.00"),
            lambda: foreign.export(account["id"]),
        ]
        for ask in asked:
            with pytest.raises(Refused) as refused:
                ask()
            assert refused.value.status == 404


def _answer(tieout: Tieout, done: Import) -> Any:
    return tieout.verdict(done["id"])["statements"][0]
