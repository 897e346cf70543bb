"""look.py: the page's pieces and colours, for the drawings of the package; setup.py keeps them as look.json."""
import re
from pathlib import Path
from typing import Dict

_OWN = """.pond { font-family: ui-rounded, "Segoe UI", Roboto, "DejaVu Sans", system-ui, sans-serif } .water { fill: var(--w1) }
.panel { fill: var(--card) } .ink { fill: var(--ink) } .strong { font-weight: 700 } .glow { fill: #ffe08a }
.arena { fill: none; stroke: var(--frame); stroke-width: 3 }"""


def _between(text: str, start: str, end: str) -> str:
    first = text.index(start)
    return text[first:text.index(end, first + len(start))]


def _inside(css: str) -> str:
    """The rules for what is inside of a drawing only: a notebook has classes of its own."""
    css = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", css, flags=re.S))
    rules = re.findall(r"([^{}]+)(\{[^{}]*\})", css)
    return "".join(",".join(name.strip() if name.strip() == ".pond" else f".pond {name.strip()}"
                            for name in names.split(",")) + body for names, body in rules)


def look(web: Path) -> Dict[str, object]:
    """The style of a drawing, and the pieces by name."""
    style, boards = (web / "style.css").read_text(), (web / "boards.css").read_text()
    colours = _between(style, ":root {", '[data-theme="dusk"] {').replace(":root", ".pond")
    parts = _between(boards, ".red {", "/* ---- The play screen")
    pads = _between(boards, ".light-pads {", ".pad:focus-visible")
    symbols = re.findall(r'(<symbol id="([\w-]+)".*?</symbol>)', (web / "pieces.svg").read_text(), re.S)
    return {"style": _inside(colours + parts + pads + _OWN),
            "pieces": {name: re.sub(r"\n\s*", "", re.sub(r"<!--.*?-->", "", symbol, flags=re.S)) for symbol, name in symbols}}
