"""Accessibility faults of a page for people with impaired sight: axe-core's rules, and nothing wider than the screen."""

from collections.abc import Sequence
from importlib.resources import files

from playwright.sync_api import Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
HAS_AXE = "() => 'axe' in window"
AT_REST = """() => Promise.allSettled(
    document.getAnimations().filter(one => one instanceof CSSTransition).map(one => one.finished))"""
BROKEN = """async only => (await axe.run({ preload: false, ...(only && { runOnly: only }) })).violations.flatMap(rule =>
    rule.nodes.map(node => `${rule.id}: ${rule.help}: ${node.target}: ${node.failureSummary}`))"""
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe that look at colours, but for those that it leaves to be asked for."""
OVERHANG = "() => document.documentElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll("main *")].filter(element => {
    const { overflowX, clipPath, textOverflow } = getComputedStyle(element);
    return ["clip", "hidden"].includes(overflowX) && clipPath === "none" && textOverflow !== "ellipsis"
        && !element.matches("input, textarea") && element.scrollWidth > element.clientWidth + 1;
}).map(element => `${element.tagName} ${element.className}`)"""
"""Elements that hide a part of their content at their side. A field scrolls its text."""


def lacks(page: Page, *, rules: Sequence[str] | None = None) -> list[str]:
    """Return a sentence for each element that breaks a rule, best practices included, or one of these rules of axe.

    Wait first until the page is loaded and all transitions of colour have ended. Style sheets are not loaded a second time to be read: the
    page's policy would forbid what axe does with them.
    """
    page.wait_for_load_state()
    page.evaluate(AT_REST)
    if not page.evaluate(HAS_AXE):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(BROKEN, rules and {"type": "rule", "values": rules})
    overhang = page.evaluate(OVERHANG)
    return [*found, f"{overhang} px wider than the screen"] if overhang > 0 else found
