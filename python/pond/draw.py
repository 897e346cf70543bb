"""Boards as SVG, for notebooks: drawn from views as data."""
from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import Any, List, Mapping, Sequence

_COLOURS = {"red": "#d1495b", "green": "#4f9d69", "yellow": "#e0a526", "blue": "#3d6fb6",
            "flower": "#f6c6d8", "water": "#7fb6d5"}
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
Data = Mapping[str, Any]


def _text(x: float, y: float, text: str, size: int = 13, anchor: str = "middle") -> str:
    return (f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size}" '
            f'text-anchor="{anchor}" fill="#222">{escape(text)}</text>')


def _disc(x: float, y: float, radius: int, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}"{more}/>'


def _rribbit(data: Data, hands: Sequence[Sequence[int]]) -> str:
    parts = [_HEAD.format(w=400, h=330), '<rect width="400" height="330" fill="#e8f1ea"/>',
             '<rect x="140" y="80" width="120" height="120" fill="#cfe3d4"/>']
    for column in range(9):
        for row in range(7):
            parts.append(_disc(40 * column + 40, 40 * row + 20, 16, "#9cc5a1"))
    for row in range(7):
        parts.append(_text(12, 40 * row + 25, str(7 - row)))
    for army, fill, line in (("light", "#fdf6e3", "#555"), ("dark", "#3b3a3e", "#111")):
        for pad in data[army]:
            parts.append(_disc(40 * "abcdefghi".index(pad[0]) + 40, 40 * (7 - int(pad[1])) + 20, 12,
                               fill, f' stroke="{line}" stroke-width="2"'))
    for column in range(9):
        parts.append(_text(40 * column + 40, 298, "abcdefghi"[column]))
    parts.append(_text(200, 320, ("Light", "Dark")[data["side"]] + " to move"))
    return "".join(parts) + "</svg>"


def _quibbit(data: Data, hands: Sequence[Sequence[int]]) -> str:
    tiles, frogs = data["tiles"], data["frogs"]
    height = 340 + 24 * len(frogs)
    parts = [_HEAD.format(w=340, h=height), f'<rect width="340" height="{height}" fill="#dcecf2"/>']
    spots = [(170 + 120 * sin(2 * pi * i / len(tiles)), 160 - 120 * cos(2 * pi * i / len(tiles)))
             for i in range(len(tiles))]
    for number, (tile, (x, y)) in enumerate(zip(tiles, spots)):
        parts.append(_disc(x, y, 24, _COLOURS[tile], ' opacity="0.6"') + _text(x, y + 36, str(number), 10))
    for seat, frog in enumerate(frogs):
        crowned = " (crown)" if data["crown"] == seat else ""
        who = f"{frog['color']}{' (dummy)' if frog['dummy'] else ''}{crowned}: "
        parts.append(_text(20, 350 + 24 * seat, who + " ".join(map(str, frog["cards"])), 13, "start"))
        if frog["tile"] is not None:
            x, y = spots[frog["tile"]]
            parts.append(_disc(x, y, 13, _COLOURS[frog["color"]], ' stroke="#222" stroke-width="2"'))
    return "".join(parts) + "</svg>"


def _cards(x: int, y: int, cards: Sequence[int]) -> List[str]:
    parts = []
    for i, card in enumerate(cards[:24]):
        parts.append(f'<rect x="{x + 24 * i}" y="{y}" width="21" height="30" rx="3" fill="#fffdf5" '
                     'stroke="#555"/>' + _text(x + 24 * i + 10, y + 20, str(card)))
    return parts


def _quibbles(data: Data, hands: Sequence[Sequence[int]]) -> str:
    height = 60 + 80 * len(data["seats"])
    parts = [_HEAD.format(w=700, h=height), f'<rect width="700" height="{height}" fill="#eef3e6"/>',
             _text(10, 30, "Display", anchor="start"), *_cards(90, 10, data["display"])]
    for seat, (own, hand) in enumerate(zip(data["seats"], hands)):
        y = 60 + 80 * seat
        parts.append(_text(10, y + 20, f"Player {seat + 1}", anchor="start"))
        parts += _cards(90, y, hand)
        parts.append(_text(10, y + 55, "Collection", anchor="start"))
        parts += _cards(90, y + 36, own["collection"])
    return "".join(parts) + "</svg>"


_BOARDS = {"rribbit": _rribbit, "quibbit": _quibbit, "quibbles": _quibbles}


def svg(game: str, data: Data, hands: Sequence[Sequence[int]], text: str) -> str:
    """A drawing of what a spectator sees and of the hands; the text of the position for a game that
    has no board here, or nothing on it yet."""
    if game not in _BOARDS or not data:
        return _HEAD.format(w=700, h=40) + _text(10, 25, text, anchor="start") + "</svg>"
    return _BOARDS[game](data, hands)
