"""The pages of a document beside its rows: who is given them, and where the boxes are."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from PIL import Image
from pypdf import PdfWriter, Transformation
from pypdf.generic import RectangleObject

from people.models import Membership
from people.roles import Role
from reconciliation.documents import opening
from reconciliation.models import Statement, StatementImport
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.pipeline.uploads import processed
from tests.presentation.verdicts import file, statement
from tests.web.browsing import page_of
from tests.web.stored import printed_statement, stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db
SAMPLE = (Path(__file__).parents[2] / "samples" / "statements" / "checking-2026-01.pdf").read_bytes()
RECT = re.compile(r'<a href="#([^"]+)" tabindex="-1"><rect id="([^"]+)" class="mark (\w+)" x="([^"]+)"')


def uploaded(owner: Membership) -> StatementImport:
    return processed(owner.organization, SAMPLE, owner.user)


def address(statement_import: StatementImport, number: int = 1) -> str:
    return reverse("page_image", args=[statement_import.pk, number])


def with_pages(owner: Membership, **changes: Any) -> Statement:
    verdict = statement(matched=[{"line": 0, "transactions": ["t1"], "why": []}])
    fields = {"page_sizes": [[595.28, 841.89], [842, 595.5]], "pages": 2, "reconciliation": file(verdict)} | changes
    ours = stored_import(owner, **fields)
    return printed_statement(
        ours,
        AccountFactory.create(organization=owner.organization, opening="1000.00"),
        (5, "-250.00", "RENT"),
        (6, "-54.00", "<b>WATER</b>"),
    )


def test_a_page_is_a_png_that_one_browser_keeps() -> None:
    owner = MembershipFactory.create()
    ours = uploaded(owner)

    first = browser_of(owner).get(address(ours, 2))
    again = browser_of(owner).get(address(ours, 2), headers={"If-None-Match": first["ETag"]})

    assert first.content.startswith(b"\x89PNG")
    assert (first["Content-Type"], first["Cache-Control"]) == ("image/png", "private, no-cache")
    assert (again.status_code, again.content) == (304, b"")
    assert first["ETag"] != browser_of(owner).get(address(ours, 1))["ETag"]


def test_other_users_get_no_page_image() -> None:
    owner, stranger = MembershipFactory.create(), MembershipFactory.create()
    ours = uploaded(owner)
    client = MembershipFactory.create(role=Role.CLIENT, organization=owner.organization)

    assert browser_of(stranger).get(address(ours)).status_code == 404
    assert browser_of(client).get(address(ours)).status_code == 404
    assert Client().get(address(ours)).status_code == 302
    assert browser_of(MembershipFactory.create(role=Role.VIEWER, organization=owner.organization)).get(address(ours)).status_code == 200


def test_a_missing_page_is_not_found() -> None:
    owner = MembershipFactory.create()
    ours = uploaded(owner)
    gone = with_pages(owner).statement_import

    assert browser_of(owner).get(address(ours, 0)).status_code == 404
    assert browser_of(owner).get(address(ours, 3)).status_code == 404
    assert browser_of(owner).get(reverse("page_image", args=[uuid4(), 1])).status_code == 404
    StatementImport.objects.of(owner.organization).filter(pk=gone.pk).update(stored_as=f"documents/aa/{'a' * 32}.pdf")
    assert browser_of(owner).get(address(gone)).status_code == 404


def test_too_many_requests_at_once_are_answered_with_a_request_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> bytes:
        raise opening.TooBusy

    monkeypatch.setattr(opening, "_turn", busy)
    owner = MembershipFactory.create()

    answer = browser_of(owner).get(address(uploaded(owner)))

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_row_has_a_box_and_leads_to_it_and_back(language: str) -> None:
    owner = MembershipFactory.create()
    ours = with_pages(owner).statement_import

    shown = browser_of(owner).get(reverse("import_detail", args=[ours.pk]), headers={"Accept-Language": language}).content.decode()

    assert RECT.findall(shown)[0] == ("s1-line-0", "s1-box-0", "settled", "-2.00")
    assert 'href="#s1-box-0" data-box' in shown
    assert shown.count('id="s1-line-0"') == 1
    assert 'viewBox="0 0 842.00 595.50"' in shown
    assert "<b>WATER" not in shown
    translation.deactivate()


def test_boxes_of_unread_and_of_invisible_text_are_on_the_page() -> None:
    owner = MembershipFactory.create()
    printed = with_pages(owner, hidden_text=True, unseen=[{"page": 1, "box": [1, 2, 3, 4], "text": "white <i>99.99"}])
    printed.unread = [{"page": 2, "box": [10, 20, 30, 40], "text": "06 Jan ???"}]
    printed.save()

    shown = page_of(owner, printed.statement_import)

    assert "<title>Could not be read: 06 Jan ???</title>" in shown
    assert 'href="#s1-unread-box-1" data-box' in shown
    assert "<title>Hidden text: white &lt;i&gt;99.99</title>" in shown
    assert 'id="s1-unread-1"' in shown


def test_a_document_without_pages_keeps_its_links() -> None:
    owner = MembershipFactory.create()
    printed = with_pages(owner, page_sizes=[])

    shown = page_of(owner, printed.statement_import)

    assert "data-viewer" not in shown
    assert f"{reverse('import_document', args=[printed.statement_import.pk])}#page=1" in shown


def test_each_of_several_statements_shows_the_pages_that_it_is_printed_on() -> None:
    owner = MembershipFactory.create()
    both = file(statement(), statement())
    ours = stored_import(owner, page_sizes=[[600, 800]] * 4, pages=4, reconciliation=both)
    for number, on in enumerate((1, 3)):
        printed = printed_statement(
            ours,
            AccountFactory.create(organization=owner.organization, name=f"Account {number}", opening="1000.00"),
            (5, "-1.00", "RENT"),
            number=number,
        )
        printed.lines.update(page=on)

    shown = page_of(owner, ours)

    assert re.findall(r'data-page="(\d)"', shown) == ["1", "3"]


def upright_again(degrees: int) -> bytes:
    """The sample with its margins cut off, drawn on its side or head and shown upright by the page's own turn."""
    writer = PdfWriter(clone_from=BytesIO(SAMPLE))
    for sheet in writer.pages:
        width, height = float(sheet.mediabox.width), float(sheet.mediabox.height)
        turn = Transformation().rotate(degrees)
        moved = {0: (0.0, 0.0), 90: (height, 0.0), 180: (width, height), 270: (0.0, width)}[degrees]
        sheet.add_transformation(turn.translate(*moved))
        across, up = (height, width) if degrees % 180 else (width, height)
        sheet.mediabox = RectangleObject((0, 0, across, up))
        sheet.cropbox = RectangleObject((30, 20, across - 10, up - 15))
        sheet.rotate(degrees)
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_the_box_of_every_row_lies_on_its_ink_on_cropped_and_turned_pages(degrees: int) -> None:
    owner = MembershipFactory.create()
    ours = processed(owner.organization, upright_again(degrees), owner.user)
    drawn = [Image.open(BytesIO(browser_of(owner).get(address(ours, number)).content)).convert("L") for number in (1, 2)]
    lines = list(ours.statements.get().lines.all())

    assert len(lines) == 23
    for line in lines:
        picture, (width, height) = drawn[line.page - 1], ours.page_sizes[line.page - 1]
        assert picture.width / picture.height == pytest.approx(width / height, rel=0.01)
        x0, y0, x1, y1 = line.box
        across, down = picture.width / width, picture.height / height
        row = picture.crop((round(x0 * across), round(y0 * down), round(x1 * across), round(y1 * down)))
        ends = row.crop((0, 0, 12, row.height)), row.crop((row.width - 12, 0, row.width, row.height))
        assert all(min(end.tobytes()) < 110 for end in ends), line.text
        above = picture.crop((round(x0 * across), round(y0 * down) - 3, round(x1 * across), round(y0 * down)))
        assert min(above.tobytes()) > 200, line.text


def test_a_statement_takes_no_more_queries_for_more_rows_and_pages() -> None:
    owner = MembershipFactory.create()
    client = browser_of(owner)
    short = with_pages(owner)
    rows = [(day, "-1.00", f"Row {number}") for number, day in enumerate(range(1, 31))]
    long = printed_statement(
        stored_import(owner, page_sizes=[[600, 800]] * 20),
        AccountFactory.create(organization=owner.organization, name="Long", opening="1000.00"),
        *rows,
    )

    def queries(printed: Statement) -> int:
        address = reverse("import_detail", args=[printed.statement_import_id])
        client.get(address)
        with CaptureQueriesContext(connection) as found:
            client.get(address)
        return len(found)

    assert queries(long) <= queries(short)
