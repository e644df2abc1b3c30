"""A file on its way in, as a member meets it on the pages."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from finance.categories import codes_of
from finance.imports.services import preview_now, show_file
from finance.models import Account, LedgerImport
from finance.models.coding import NONE, Codes
from people.models import Organization
from people.roles import Role
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.finance.imports.samples import OFX_1
from tests.world import booked

pytestmark = pytest.mark.django_db


def file_of(data: bytes | str) -> SimpleUploadedFile:
    return SimpleUploadedFile("rows.txt", data if isinstance(data, bytes) else data.encode())


def uploaded(client: Client, account: Account, data: bytes | str) -> LedgerImport:
    client.post(reverse("account_import", args=[account.pk]), {"file": file_of(data)})
    return LedgerImport.objects.of(account.organization).latest("created_at")


def test_a_file_is_shown_confirmed_and_undone(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, OFX_1)
    page = signed_in.get(reverse("ledger_import", args=[waiting.pk]))

    assert "3 new entries" in page.content.decode()
    assert "They agree" in page.content.decode()
    answer = signed_in.post(reverse("ledger_import_confirm", args=[waiting.pk]), {"shown": page.context["preview"].shown}, follow=True)
    assert "3 transactions added, 0 already there." in answer.content.decode()
    answer = signed_in.post(reverse("ledger_import_undo", args=[waiting.pk]), follow=True)
    assert "3 entries were removed again." in answer.content.decode()
    assert not account.transactions.exists()


def test_the_preview_begins_with_a_summary_and_has_its_buttons_at_both_ends(signed_in: Client, account: Account) -> None:
    booked(account, 4, "-8.50", "Fee")
    waiting = uploaded(signed_in, account, "Date,Amount,Description\n2026-01-04,-8.50,Fee\n2026-01-23,4.00,Tea\nTotal,1.00,x\n")

    page = signed_in.get(reverse("ledger_import", args=[waiting.pk])).content.decode()

    summary = page.index("1 new, 1 already there, 1 row skipped")
    first, last = page.index('form="confirm"'), page.rindex('form="confirm"')
    assert first < summary < page.index('id="confirm"') < last


def test_a_refused_file_says_why_on_the_page(signed_in: Client, account: Account) -> None:
    answer = signed_in.post(reverse("account_import", args=[account.pk]), {"file": file_of("Date,Amount\n")})

    assert answer.status_code == 422
    assert "a header and no rows" in answer.content.decode()
    assert not LedgerImport.objects.of(account.organization).exists()


def test_open_questions_of_a_file_are_asked_and_answered(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, "When;What;How much\n02/01/2026;Rent;-1.234\n")
    page = signed_in.get(reverse("ledger_import", args=[waiting.pk]))

    assert page.context["preview"].questions == ("date_order", "decimal_mark")
    assert "2 questions about this file" in page.content.decode()
    signed_in.post(reverse("ledger_import_reading", args=[waiting.pk]), {"date_order": "dmy", "decimal_mark": ","})
    page = signed_in.get(reverse("ledger_import", args=[waiting.pk]))
    assert page.context["preview"].judged[0].reason == '"-1.234" is not an amount in EUR.' or page.context["preview"].questions == ()


OPEN = "Date,Payee,Category,Cost me,Got\n01/06/2025,Starhub,Phone,114.58,\n02/06/2025,Employer,Wages,,2000.00\n"
AMOUNT = "Choose the column with the amount, or the two with money out and money in."


def test_open_questions_come_first_with_a_sentence_each_and_other_options_are_folded(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, OPEN)
    answer = signed_in.get(reverse("ledger_import", args=[waiting.pk]))
    form, page = answer.context["form"], answer.content.decode()

    assert [(question.sentence, [field.name for field in question.fields]) for question in form.questions()] == [
        (AMOUNT, ["column_amount", "column_debit", "column_credit"]),
        ("Choose the date format.", ["date_order"]),
    ]
    assert page.index(AMOUNT) < page.index('name="column_credit"') < page.index("More options")
    assert page.index("More options") < page.index('name="sign"') < page.index('name="column_payee"')
    assert page.count('<span class="tag warn">Please choose</span>') == 2
    assert "<details open>" not in page[page.index("<main") :]


def tag_of(page: str, name: str) -> str:
    return next(tag[0] for tag in re.finditer("<select[^>]+>", page) if f'name="{name}"' in tag[0])


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({}, {"column_amount", "date_order"}),
        ({"column_amount": "-1", "column_debit": "3", "column_credit": "-1", "date_order": "dmy"}, {"column_credit"}),
        ({"column_amount": "-1", "column_debit": "-1", "column_credit": "4", "date_order": "dmy"}, {"column_debit"}),
        ({"column_amount": "3"}, {"date_order"}),
    ],
)
def test_a_missing_answer_is_reported_at_its_field(signed_in: Client, account: Account, said: dict[str, str], where: set[str]) -> None:
    waiting = uploaded(signed_in, account, OPEN)
    answer = signed_in.post(reverse("ledger_import_reading", args=[waiting.pk]), said)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == where
    for name in where:
        assert f'aria-describedby="id_{name}_error"' in tag_of(page, name)
        assert f'id="id_{name}_error"' in page
    invalid = [tag for tag in re.findall("<select[^>]+>", page) if 'aria-invalid="true"' in tag]
    assert ["autofocus" in tag for tag in invalid] == [True] + [False] * (len(where) - 1)


NUMBERS = "Date,Amount,Text,Zaq\n" + "".join(f"2026-01-0{day},-{day}.00,Shop {day},{1234567890 + day % 2}\n" for day in range(1, 6))


@pytest.mark.parametrize(("place", "questions", "parts"), [("-1", (), 1), ("3", ("account",), 2)])
def test_a_column_of_numbers_names_accounts_only_if_a_person_says_so(
    signed_in: Client, account: Account, place: str, questions: tuple[str, ...], parts: int
) -> None:
    waiting = uploaded(signed_in, account, NUMBERS)
    address = reverse("ledger_import_reading", args=[waiting.pk])

    assert signed_in.get(reverse("ledger_import", args=[waiting.pk])).context["preview"].questions == ("account_column",)
    assert signed_in.post(address, {"column_account": ""}).context["form"].errors.keys() == {"column_account"}
    preview = signed_in.post(address, {"column_account": place}, follow=True).context["preview"]
    assert (preview.questions, len(preview.parsed.accounts)) == (questions, parts)


def test_two_columns_that_were_said_are_read_as_money_out_and_in(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, OPEN)
    said = {"column_amount": "-1", "column_debit": "3", "column_credit": "4", "date_order": "dmy", "sign": ""}

    page = signed_in.post(reverse("ledger_import_reading", args=[waiting.pk]), said, follow=True).context["preview"]
    assert page.questions == ()
    assert [str(judged.row.amount) for judged in page.judged] == ["-114.58", "2000.00"]


def test_signs_are_asked_about_once_the_column_of_amounts_is_said(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, "Date,Who,Cost,Of which tax\n2026-01-02,Tea,1.50,0.20\n2026-01-03,Cup,2.50,0.40\n")
    page = signed_in.get(reverse("ledger_import", args=[waiting.pk]))
    said = {name: page.context["form"][name].value() or "" for name in page.context["form"].fields}

    assert said["sign"] == ""
    page = signed_in.post(reverse("ledger_import_reading", args=[waiting.pk]), said | {"column_amount": "2"}, follow=True)
    assert page.context["preview"].questions == ("sign",)


def test_a_column_is_corrected_in_the_preview(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, "Date;Value date;Amount;Text\n2026-01-02;2026-01-05;-1.00;a\n")

    signed_in.post(reverse("ledger_import_reading", args=[waiting.pk]), {"column_date": "1", "column_description": "-1"})

    waiting.refresh_from_db()
    (judged,) = preview_now(waiting).judged
    assert (str(judged.row.booked_on), judged.row.description) == ("2026-01-05", "")


CODED = "Date;Amount;Text;Category;Department\n2026-01-02;-1.00;Pens;Office <b>;Sales\n"


def test_the_codes_of_rows_are_shown_before_the_rows_are_added(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, CODED)
    page = signed_in.get(reverse("ledger_import", args=[waiting.pk]))

    assert '<div class="muted small">Office &lt;b&gt;</div>' in page.content.decode()
    signed_in.post(reverse("ledger_import_confirm", args=[waiting.pk]), {"shown": page.context["preview"].shown})
    assert codes_of(account.transactions.get()) == Codes(nominal="Office <b>")


def test_a_person_says_which_column_is_the_nominal_account(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, CODED)
    seen = signed_in.get(reverse("ledger_import", args=[waiting.pk])).context["preview"].shown

    for place, codes in (("4", Codes(nominal="Sales")), ("-1", NONE)):
        signed_in.post(reverse("ledger_import_reading", args=[waiting.pk]), {"column_nominal": place})
        waiting.refresh_from_db()
        assert preview_now(waiting).judged[0].row.codes == codes
        assert preview_now(waiting).shown != seen


def test_the_ledger_that_moved_meanwhile_is_shown_again(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, OFX_1)
    seen = signed_in.get(reverse("ledger_import", args=[waiting.pk])).context["preview"].shown
    booked(account, 4, "-200.00")

    answer = signed_in.post(reverse("ledger_import_confirm", args=[waiting.pk]), {"shown": seen}, follow=True)

    assert "The ledger has changed in the meantime" in answer.content.decode()
    assert account.transactions.count() == 1


def test_a_file_that_was_only_looked_at_is_forgotten(signed_in: Client, account: Account) -> None:
    waiting = uploaded(signed_in, account, OFX_1)

    signed_in.post(reverse("ledger_import_discard", args=[waiting.pk]))

    assert not LedgerImport.objects.of(account.organization).exists()


PAGES = ["ledger_import", "ledger_import_reading", "ledger_import_confirm", "ledger_import_discard", "ledger_import_undo"]


@pytest.mark.parametrize("name", PAGES)
def test_another_organizations_import_does_not_exist(signed_in: Client, their_account: Account, name: str) -> None:
    theirs = show_file(account=their_account, by=None, filename="f", data=OFX_1)
    ask = signed_in.get if name == "ledger_import" else signed_in.post

    assert ask(reverse(name, args=[theirs.pk])).status_code == 404
    assert LedgerImport.objects.of(their_account.organization).get().status == "shown"


@pytest.mark.parametrize("name", PAGES)
def test_imports_are_the_work_of_preparers(client: Client, organization: Organization, account: Account, owner: User, name: str) -> None:
    waiting = show_file(account=account, by=owner, filename="f", data=OFX_1)
    client.force_login(MembershipFactory.create(organization=organization, role=Role.AUDITOR).user)
    ask = client.get if name == "ledger_import" else client.post

    assert ask(reverse(name, args=[waiting.pk])).status_code == 403
