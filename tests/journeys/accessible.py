"""What a page lacks for somebody who does not see it, or does not see it well: axe-core's rules, and nothing wider than the screen."""

from importlib.resources import files

from playwright.sync_api import Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
BROKEN = """async () => (await axe.run({ preload: false })).violations.flatMap(rule =>
    rule.nodes.map(node => `${rule.id}: ${rule.help}: ${node.target}: ${node.failureSummary}`))"""
OVERHANG = "() => document.documentElement.scrollWidth - innerWidth"


def lacks(page: Page) -> list[str]:
    """A sentence for each element that breaks a rule, best practices included; none where the page is whole.

    Style sheets are not loaded a second time to be read: the page's policy would forbid what axe does with them."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(BROKEN)
    overhang = page.evaluate(OVERHANG)
    return [*found, f"{overhang} px wider than the screen"] if overhang > 0 else found
