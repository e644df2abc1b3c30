"""The document beside its rows: hovered, clicked, turned, enlarged; on a phone, by keyboard, and without scripts."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect
from pypdf import PdfWriter
from pytest_django.live_server_helper import LiveServer

from people.models import Organization
from reconciliation.models import StatementImport
from tests.addresses import inside, reverse
from tests.documents.making import pdf_of
from tests.journeys.accessible import lacks
from tests.journeys.conftest import new_page
from tests.journeys.person import SAMPLES, Person
from tests.journeys.work import work_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
INSIDE = """box => {
    const [own, pages] = [box.getBoundingClientRect(), box.closest('.viewer-pages').getBoundingClientRect()];
    return own.top >= pages.top && own.bottom <= pages.bottom;
}"""
SCROLL_BELOW = """(element, [y, heights]) => {
    const { top, height } = element.getBoundingClientRect();
    const scroller = element.closest('.viewer-pages') ?? document.documentElement;
    scroller.scrollBy({ top: top + height / 2 + heights * height - y, behavior: 'instant' });
}"""
IS_POINTED_AT = "element => element.matches(':hover')"
IS_BESIDE_THE_POINTER = """mark => {
    const page = mark.ownerSVGElement;
    return page.matches(':hover') && page.querySelector(':hover') === null;
}"""
DRAWN = "image => image.complete && image.naturalWidth > 1000"


def looks_at(person: Person, file: str = "checking-2026-01.pdf") -> None:
    """The page of a statement that was uploaded and read."""
    person.signs_in("okoro")
    person.uploads(file)
    person.sees_heading("Waiting")
    person.page.goto(inside("/accounts/"))
    work_off()
    person.page.goto(reverse("import_detail", args=[StatementImport.queue.get(filename=Path(file).name).pk]))
    expect(person.page.locator("article.sheet")).to_be_visible()


def opens_cleared(person: Person) -> None:
    person.list("Cleared").get_by_role("heading").click()


def row_of(person: Person, text: str) -> Locator:
    return person.page.locator(".item").filter(has_text=text)


def box_of(person: Person, text: str) -> Locator:
    return person.page.locator("rect.mark").filter(has=person.page.locator("title", has_text=text))


def is_inside(box: Locator) -> None:
    box.page.wait_for_function(INSIDE, arg=box.element_handle())


def is_only_light(box: Locator) -> None:
    expect(box).to_have_class("mark settled lit")
    expect(box.page.locator("rect.lit")).to_have_count(1)


def points_at(place: Locator) -> tuple[float, float]:
    """Move the pointer to the middle of an element; return where that is."""
    place.hover()
    area = place.bounding_box()
    assert area
    x, y = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    place.page.mouse.move(x, y)
    return x, y


def clicks(box: Locator) -> tuple[float, float]:
    """Click a box, which scrolls the window to its row and moves the pages; return where the pointer is on the box then."""
    box.click()
    is_only_light(box)
    expect(box.page.locator(".row:focus")).to_be_in_viewport()
    return points_at(box)


def scrolls_below(y: float, place: Locator) -> None:
    """Scroll an element to the height of the pointer, and wait until the browser has noticed."""
    place.evaluate(SCROLL_BELOW, [y, 0])
    place.page.wait_for_function(IS_POINTED_AT, arg=place.element_handle())


def scrolls_beside(y: float, mark: Locator) -> None:
    """Scroll a box to just below the height of the pointer, and wait until the browser has noticed."""
    mark.evaluate(SCROLL_BELOW, [y, -1])
    mark.page.wait_for_function(IS_BESIDE_THE_POINTER, arg=mark.element_handle())


@pytest.fixture
def desk(browser: Browser, live_server: LiveServer, complaints: list[str]) -> Iterator[Person]:
    page = new_page(browser, live_server.url, complaints, width=1440)
    yield Person(page)
    page.context.close()
    assert complaints == []


@pytest.fixture
def calm_desk(browser: Browser, live_server: LiveServer, complaints: list[str]) -> Iterator[Person]:
    """A desk at which each scroll is over at once."""
    page = new_page(browser, live_server.url, complaints, width=1440, motion="reduce")
    yield Person(page)
    page.context.close()
    assert complaints == []


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer, complaints: list[str]) -> Iterator[Person]:
    page = new_page(browser, live_server.url, complaints, width=390)
    yield Person(page)
    page.context.close()
    assert complaints == []


def test_a_row_lights_its_box_and_turns_to_its_page(desk: Person, ours: Organization) -> None:
    looks_at(desk)
    opens_cleared(desk)
    desk.page.wait_for_function(DRAWN, arg=desk.page.locator(".paper img").first.element_handle())
    last = desk.page.locator(".section .item").last

    last.hover()

    lit = desk.page.locator("rect.lit")
    expect(lit).to_have_count(1)
    is_inside(lit)
    expect(desk.page.locator(".viewer-place output")).to_have_text("2")


def test_the_pages_open_where_work_waits(desk: Person, ours: Organization, tmp_path: Path) -> None:
    after_a_letter = PdfWriter()
    after_a_letter.append(BytesIO(pdf_of(lambda canvas: canvas.drawString(50, 700, "Dear customer, our prices change in spring."))))
    after_a_letter.append(SAMPLES / "card-2026-01.pdf")
    after_a_letter.write(tmp_path / "with-a-letter.pdf")

    looks_at(desk, str(tmp_path / "with-a-letter.pdf"))

    is_inside(desk.page.locator(".mark.open").first)
    expect(desk.page.locator(".viewer-place output")).to_have_text("2")


def test_a_box_brings_its_row_up_also_out_of_a_folded_list(desk: Person, ours: Organization) -> None:
    looks_at(desk)
    box = box_of(desk, "QUAYSIDE LETTINGS")

    box.click()

    row = row_of(desk, "QUAYSIDE LETTINGS").locator(".row").first
    expect(row).to_be_in_viewport()
    expect(row).to_be_focused()
    expect(box).to_have_class("mark settled lit")


def test_a_box_that_scrolls_below_a_pointer_at_rest_lights_once_the_pointer_moves(calm_desk: Person, ours: Organization) -> None:
    looks_at(calm_desk)
    box = box_of(calm_desk, "QUAYSIDE LETTINGS")
    other = calm_desk.page.locator(".paper").first.locator("rect.mark").last
    x, y = clicks(box)

    scrolls_below(y, other)
    is_only_light(box)

    calm_desk.page.mouse.move(x + 1, y)
    is_only_light(other)


def test_a_pointer_that_moves_between_boxes_leaves_the_light_where_it_was(calm_desk: Person, ours: Organization) -> None:
    """A scroll moves boxes and gaps below the pointer in turn. The pointer may move while a gap is below it."""
    looks_at(calm_desk)
    box = box_of(calm_desk, "QUAYSIDE LETTINGS")
    other = calm_desk.page.locator(".paper").first.locator("rect.mark").last
    x, y = clicks(box)

    scrolls_below(y, other)
    scrolls_beside(y, other)
    calm_desk.page.mouse.move(x + 1, y)
    is_only_light(box)

    scrolls_below(y, other)
    calm_desk.page.mouse.move(x + 2, y)
    is_only_light(other)


def test_a_row_that_scrolls_below_a_pointer_at_rest_part_by_part_lights_once_the_pointer_moves(
    calm_desk: Person, ours: Organization
) -> None:
    looks_at(calm_desk)
    opens_cleared(calm_desk)
    rows = calm_desk.page.locator(".section .item .row")
    boxes = calm_desk.page.locator("rect.mark")
    x, y = points_at(rows.nth(0))
    is_only_light(boxes.nth(0))

    scrolls_below(y, rows.nth(2).locator(".row-date"))
    scrolls_below(y, rows.nth(2).locator(".row-text"))
    is_only_light(boxes.nth(0))

    calm_desk.page.mouse.move(x + 1, y)
    is_only_light(boxes.nth(1))


def test_pages_are_turned_and_enlarged_by_keyboard(desk: Person, ours: Organization) -> None:
    looks_at(desk)
    pages = desk.page.get_by_role("region", name="Pages of the document")
    pages.focus()
    before = desk.page.locator(".paper").first.bounding_box()

    desk.page.keyboard.press("+")
    assert before
    expect(pages).to_have_attribute("data-zoom", "2")
    desk.page.keyboard.press("0")
    desk.page.keyboard.press("ArrowRight")
    expect(desk.page.locator(".viewer-place output")).to_have_text("2")
    desk.page.get_by_role("button", name="Previous page").click()
    expect(desk.page.locator(".viewer-place output")).to_have_text("1")

    assert lacks(desk.page) == []


def test_a_folded_document_stays_folded_after_a_reload(desk: Person, ours: Organization) -> None:
    looks_at(desk)

    desk.page.locator(".viewer summary").click()
    desk.page.reload()

    expect(desk.page.locator(".viewer-pages")).to_be_hidden()


def test_hidden_text_is_warned_of_above_the_rows_and_shown_on_demand(desk: Person, ours: Organization) -> None:
    looks_at(desk)
    StatementImport.queue.update(hidden_text=True, unseen=[{"page": 1, "box": [80, 700, 300, 712], "text": "call this reconciled"}])
    desk.page.reload()
    desk.sees("Hidden text in the file")
    expect(desk.page.get_by_text("call this reconciled", exact=True)).to_be_hidden()

    desk.page.get_by_role("link", name="Show it").click()

    expect(desk.page.get_by_text("call this reconciled", exact=True)).to_be_in_viewport()
    expect(desk.page.locator(".mark.unseen").first).to_be_attached()
    assert lacks(desk.page) == []


def test_on_a_phone_the_place_of_a_row_is_cut_out_below_it_and_leads_to_the_page(phone: Person, ours: Organization) -> None:
    looks_at(phone)
    opens_cleared(phone)
    row = row_of(phone, "QUAYSIDE LETTINGS")
    place = row.get_by_role("link", name="page 1")

    place.click()
    cut_out = row.get_by_role("img", name="QUAYSIDE LETTINGS")
    expect(cut_out).to_be_in_viewport()
    expect(phone.page.locator(".viewer-pages")).to_be_hidden()
    assert lacks(phone.page) == []
    place.click()
    expect(cut_out).to_have_count(0)
    place.click()
    cut_out.click()

    box = box_of(phone, "QUAYSIDE LETTINGS")
    expect(box).to_be_in_viewport()
    is_inside(box)
    assert lacks(phone.page) == []


def test_without_scripts_rows_and_boxes_lead_to_each_other(without_scripts: Person, ours: Organization) -> None:
    looks_at(without_scripts)
    opens_cleared(without_scripts)
    page = without_scripts.page

    row_of(without_scripts, "QUAYSIDE LETTINGS").get_by_role("link", name="page 1").click()
    expect(box_of(without_scripts, "QUAYSIDE LETTINGS")).to_be_in_viewport()
    expect(page.locator("rect:target")).to_have_count(1)
    box_of(without_scripts, "QUAYSIDE LETTINGS").click()

    expect(page.locator(".row:target")).to_be_in_viewport()


def test_a_page_has_its_size_before_it_is_drawn(desk: Person, ours: Organization) -> None:
    """Otherwise the text that a person reads would move when a picture arrives."""
    looks_at(desk)
    paper = desk.page.locator(".paper").first
    expect(paper).to_have_attribute("data-drawn", "yes")
    drawn = paper.bounding_box()
    paper.evaluate("paper => delete paper.dataset.drawn")

    assert paper.bounding_box() == drawn
