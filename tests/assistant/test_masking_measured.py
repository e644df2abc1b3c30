"""The shares of secrets and of other texts that are masked: on generated forms, and on papers that the masker was not written for."""

import re
from collections import Counter

import pypdfium2
import pytest

from assistant.masking import Placeholders, masked
from tests.assistant.forms import made_form
from tests.shared_statements import STATEMENTS

FORMS = 200
LEAST = {"iban": 1.0, "card": 1.0, "email": 1.0, "account": 0.98, "phone": 0.98}
DIALLED = re.compile(r"(?<![\d.-])(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?![\d-])")
MAILBOX = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]*\w")
DAY_OR_AMOUNT = re.compile(r"(?<![\w.,/-])(?:\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,3}(?:,\d{3})*\.\d\d)(?![\w/-]|[.,]\d)")


def bare(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def is_hidden(kind: str, secret: str, told: str) -> bool:
    """True if the masked text has at most the last four digits of a number, and no mailbox."""
    left = bare(secret)
    return secret not in told if kind == "email" else left[: len(left) - 4] not in bare(told)


def test_nearly_every_secret_of_generated_forms_is_masked_and_no_day_or_amount() -> None:
    found, of, lost = Counter[str](), Counter[str](), list[tuple[str, str, str]]()
    for seed in range(FORMS):
        form = made_form(seed)
        told = masked(form.text)
        for kind, secret in form.secret:
            of[kind] += 1
            found[kind] += is_hidden(kind, secret, told)
        lost += [(kind, plain, told) for kind, plain in form.plain if plain not in told]

    assert set(of) == set(LEAST)
    shares = {kind: found[kind] / of[kind] for kind in of}
    assert all(shares[kind] >= least for kind, least in LEAST.items()), shares
    assert lost == []


def test_the_masked_parts_of_a_form_are_restored_unchanged() -> None:
    for form in map(made_form, range(FORMS)):
        stand_ins = Placeholders()

        told = stand_ins.hide(form.text)

        assert [bare(line) for line in stand_ins.reveal(told).splitlines()] == [bare(line) for line in form.lines]


def test_a_form_is_recognized_alike_each_time_and_as_the_beginning_of_a_longer_one() -> None:
    for seed in range(FORMS):
        first, second = made_form(seed).text, made_form(seed + 1).text
        longer = Placeholders()

        assert longer.hide(first) == masked(first)
        assert longer.hide(second) == longer.hide(second)


def lines_of_papers() -> list[str]:
    """Return the lines of all real papers beside the project, statements and others, as one engine reads them."""
    papers = [pypdfium2.PdfDocument(path) for path in sorted((STATEMENTS / "pdfs").rglob("*.pdf"))]
    return [line for paper in papers for page in paper for line in page.get_textpage().get_text_bounded().splitlines()]


@pytest.mark.shared
def test_no_telephone_or_mailbox_of_an_unseen_paper_is_sent_and_each_day_and_amount_is() -> None:
    lines = lines_of_papers()
    secret = [("phone", phone) for line in lines for phone in DIALLED.findall(line)]
    secret += [("email", mailbox) for line in lines for mailbox in MAILBOX.findall(line)]
    told = masked("\n".join(lines))

    assert len(secret) > 20
    assert [each for each in secret if not is_hidden(*each, told)] == []
    assert DAY_OR_AMOUNT.findall(told) == DAY_OR_AMOUNT.findall("\n".join(lines))
