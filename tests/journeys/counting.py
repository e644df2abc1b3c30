"""Counts of a person's clicks, keys and page loads on a page, taken by the browser."""

from dataclasses import dataclass

from playwright.sync_api import Page

COUNT = """(() => {
    if (location.origin === 'null') return;
    const add = (name, by) => sessionStorage.setItem(name, Number(sessionStorage.getItem(name)) + by);
    add('loads', 1);
    addEventListener('keydown', ({ key }) => { if (key !== 'Shift') add('keys', 1); }, true);
    addEventListener('click', () => add('clicks', 1), true);
    addEventListener('change', ({ target }) => {
        if (target.matches('select')) add('clicks', 2);
        else if (target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')) add('clicks', 1);
    }, true);
})()"""
"""Every click counts, also one that a key or a script triggers. A list is opened and chosen from, and a field is clicked before it is
filled."""


@dataclass(frozen=True, slots=True)
class Spent:
    clicks: int
    loads: int
    keys: int


def count_on(page: Page) -> None:
    """Count from now on, on every page that is opened in this window."""
    page.add_init_script(COUNT)


def start_counting(page: Page) -> None:
    page.evaluate("() => sessionStorage.clear()")


def spent(page: Page) -> Spent:
    clicks, loads, keys = page.evaluate("() => ['clicks', 'loads', 'keys'].map(name => Number(sessionStorage.getItem(name)))")
    return Spent(clicks, loads, keys)
