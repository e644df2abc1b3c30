"""Shapes in SVG, with colours for light and dark mode."""

from collections.abc import Iterable
from html import escape
from typing import Literal

Tone = Literal["plain", "good", "calm", "warn", "bad"]
Anchor = Literal["start", "middle", "end"]
STYLE = """\
text { font: 14px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif; fill: #1b232d; }
.small { font-size: 12.5px; fill: #5a6472; } .strong { font-weight: 650; } .figure { font-variant-numeric: tabular-nums; }
.box { fill: #f6f5f1; stroke: #8b8f94; } .line { stroke: #8b8f94; fill: none; stroke-width: 1.5; } .dashed { stroke-dasharray: 5 4; }
.head { fill: #8b8f94; } .good { fill: #e4f2e9; stroke: #14633d; } .calm { fill: #e5eef7; stroke: #1f4f7d; }
.warn { fill: #faf0d9; stroke: #7c5000; } .bad { fill: #fae8e5; stroke: #9c2a20; }
@media (prefers-color-scheme: dark) {
  text { fill: #e7eaee; } .small { fill: #a0abb7; } .box { fill: #222932; stroke: #6d7883; }
  .line { stroke: #8b96a2; } .head { fill: #8b96a2; }
  .good { fill: #17301f; stroke: #86d9aa; } .calm { fill: #18293a; stroke: #9cc6f0; } .warn { fill: #33280f; stroke: #eac06b; }
  .bad { fill: #3a1c19; stroke: #f2a59b; }
}"""
HEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    '<path class="head" d="M0 0L8 4L0 8z"/></marker>'
)


def picture(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    """Return the file. `title` describes the picture in words."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">\n'
        f"<title>{escape(title, quote=False)}</title>\n<style>{STYLE}</style>\n<defs>{HEAD}</defs>\n{body}\n</svg>\n"
    )


def text(x: float, y: float, words: str, *, kind: str = "", anchor: Anchor = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(words, quote=False)}</text>'


def box(x: float, y: float, width: float, height: float, *, tone: Tone = "plain", dashed: bool = False) -> str:
    kind = ("box" if tone == "plain" else tone) + (" dashed" if dashed else "")
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="7" class="{kind}"/>'


def labelled(x: float, y: float, width: float, words: tuple[str, ...], *, tone: Tone = "plain", dashed: bool = False) -> str:
    """Return a box around lines of text, the first in bold."""
    lines = [
        text(x + width / 2, y + 24 + 18 * place, line, kind="small" if place else "strong", anchor="middle")
        for place, line in enumerate(words)
    ]
    return "\n".join([box(x, y, width, 20 + 18 * len(words), tone=tone, dashed=dashed), *lines])


def arrow(*points: tuple[float, float], dashed: bool = False, headed: bool = True) -> str:
    way = " ".join(f"{x:g},{y:g}" for x, y in points)
    end = ' marker-end="url(#head)"' if headed else ""
    return f'<polyline points="{way}" class="line{" dashed" if dashed else ""}"{end}/>'
