"""Acts of a person on the pages, in the page's words."""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.addresses import inside

SAMPLES = Path(__file__).parents[2] / "samples" / "statements"
PASSWORD = "correct horse battery"


@dataclass(frozen=True, slots=True)
class Person:
    page: Page

    def begins(self, *, organization: str = "Marlow Street Pottery", name: str = "rowe") -> None:
        """The very first visit: an owner and an organization."""
        self.page.goto("/")
        self.page.get_by_label("Organization").fill(organization)
        self.page.get_by_label("User name").fill(name)
        self.page.get_by_label("Password", exact=False).first.fill(PASSWORD)
        self.page.get_by_role("button", name="Begin").click()
        self.sees_heading("Statements")

    def signs_in(self, name: str, password: str = PASSWORD) -> None:
        self.page.goto("/sign-in/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()
        self.sees_heading("Statements")

    def signs_out(self) -> None:
        self.page.locator("details.menu summary").click()
        self.page.get_by_role("button", name="Sign out", exact=True).click()
        self.sees_heading("Sign in")

    def uploads(self, *files: str) -> None:
        self.page.goto(inside("/upload/"))
        self.page.locator("#files").set_input_files([SAMPLES / file for file in files])
        self.page.get_by_role("button", name="Upload", exact=True).click()
        self.sees_all_sent()
        if len(files) == 1:  # the page goes on to its import
            expect(self.page.locator("[data-uploads] [data-new]")).to_have_count(0)

    def sees_all_sent(self) -> None:
        expect(self.page.locator(".outcomes progress")).to_have_count(0)

    def sees_heading(self, text: str) -> None:
        """The page is there and its scripts have run: keys and dropped files find who listens."""
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(text)
        self.page.wait_for_load_state()

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def list(self, title: str) -> Locator:
        """One of the lists on the page of a statement."""
        return self.page.locator("details.section").filter(has=self.page.get_by_role("heading", name=title))
