"""What notebooks show: tables of rows with plots, and matches as animations."""
from __future__ import annotations

import re
from html import escape
from importlib import import_module
from typing import Any, Dict, List, Sequence, Tuple, Union, overload


_SHARED = re.compile(r"<style>.*?</style>|<symbol .*?</symbol>", re.S)  # once for all frames


class Rows(List[Dict[str, Any]]):
    """A list of rows with equal names, which a notebook shows as a table."""

    @overload  # type: ignore[override]
    def __getitem__(self, index: int) -> Dict[str, Any]: ...

    @overload
    def __getitem__(self, index: slice) -> "Rows": ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Dict[str, Any], "Rows"]:
        if isinstance(index, slice):
            return Rows(list.__getitem__(self, index))
        return list.__getitem__(self, index)

    def _repr_html_(self) -> str:
        def cell(value: object, tag: str = "td") -> str:
            return f"<{tag}>{escape(f'{value:.2f}' if isinstance(value, float) else str(value))}</{tag}>"

        names = list(self[0]) if self else []
        lines = ["".join(cell(name, "th") for name in names)]
        lines += ["".join(cell(row[name]) for name in names) for row in self]
        return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"

    def plot(self, axes: Any = None, x: str = "turn", y: str = "win", by: str = "seat") -> Any:
        """Plots one column against another, with a line for each value of a third, with matplotlib."""
        try:
            pyplot = import_module("matplotlib.pyplot")
        except ImportError:
            raise ImportError("plots need matplotlib: apt-get install python3-matplotlib") from None
        axes = pyplot.subplots()[1] if axes is None else axes
        for value in sorted({row[by] for row in self}):
            rows = [row for row in self if row[by] == value]
            axes.plot([row[x] for row in rows], [row[y] for row in rows], marker="o", label=f"{by} {value}")
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        axes.legend()
        return axes


class Animation:
    """Boards one after another, in a loop, as one SVG: for a notebook, or saved for a page."""

    def __init__(self, frames: Sequence[Tuple[str, str]], seconds: float) -> None:
        if not isinstance(seconds, (int, float)) or not seconds > 0:
            raise ValueError("seconds must be a number greater than 0")
        self.frames, self.seconds = list(frames), seconds  #: (drawing, what was played) each

    def svg(self) -> str:
        """The animation as a drawing."""
        sizes = [re.match(r'<svg [^>]*width="(\d+)" height="(\d+)"', frame) for frame, _ in self.frames]
        width, height = (max(int(size[i]) for size in sizes if size) for i in (1, 2))
        shared = {part: "" for frame, _ in self.frames for part in _SHARED.findall(frame)}
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 24}" '
                 f'viewBox="0 0 {width} {height + 24}">{"".join(shared)}<rect width="100%" height="100%" fill="#fff"/>']
        count = len(self.frames)
        for number, (frame, caption) in enumerate(self.frames):
            first, last = number / count, (number + 1) / count
            shown = "visible" if number == 0 else "hidden"
            turns = f"{shown};visible;{'hidden' if number + 1 < count else 'visible'}"
            parts.append(f'<g visibility="{shown}">{_SHARED.sub("", frame)}'
                         f'<text x="10" y="{height + 17}" font-family="sans-serif" font-size="13">{escape(caption)}</text>')
            if count > 1:
                parts.append(f'<animate attributeName="visibility" values="{turns}" calcMode="discrete" '
                             f'keyTimes="0;{first:.6f};{last:.6f}" dur="{count * self.seconds:g}s" '
                             'repeatCount="indefinite"/>')
            parts.append("</g>")
        return "".join(parts) + "</svg>"

    _repr_svg_ = svg

    def save(self, path: str) -> None:
        """Writes the SVG into a file, whose name must end with .svg."""
        if not str(path).endswith(".svg"):
            raise ValueError(f"an animation is an SVG: give a name that ends with .svg, not {path!r}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg())

    def __repr__(self) -> str:
        return f"Animation({len(self.frames)} frames)"
