"""Boards as SVG, for notebooks: drawn from the position's text."""
from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import List

_COLOURS = {"R": "#d1495b", "G": "#4f9d69", "Y": "#e0a526", "B": "#3d6fb6"}
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'


def _text(x: float, y: float, text: str, size: int = 13, anchor: str = "middle") -> str:
    return (f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size}" '
            f'text-anchor="{anchor}" fill="#222">{escape(text)}</text>')


def _rribbit(position: str) -> str:
    rows, side, _ = position.split(" ")
    parts = [_HEAD.format(w=400, h=330), '<rect width="400" height="330" fill="#e8f1ea"/>',
             '<rect x="140" y="80" width="120" height="120" fill="#cfe3d4"/>']
    for number, row in enumerate(rows.split("/")):
        column = 0
        parts.append(_text(12, 40 * number + 25, str(7 - number)))
        for letter in row:
            if letter.isdigit():
                spots, frog = int(letter), ""
            else:
                spots, frog = 1, letter
            for _ in range(spots):
                x, y = 40 * column + 40, 40 * number + 20
                parts.append(f'<circle cx="{x}" cy="{y}" r="16" fill="#9cc5a1"/>')
                if frog:
                    fill, line = ("#fdf6e3", "#555") if frog == "L" else ("#3b3a3e", "#111")
                    parts.append(f'<circle cx="{x}" cy="{y}" r="12" fill="{fill}" stroke="{line}" '
                                 'stroke-width="2"/>')
                column += 1
    for column in range(9):
        parts.append(_text(40 * column + 40, 298, "abcdefghi"[column]))
    parts.append(_text(200, 320, ("Light" if side == "l" else "Dark") + " to move"))
    return "".join(parts) + "</svg>"


def _quibbit(position: str) -> str:
    ring, frogs = (position.split(" ") + ["", ""])[:2]
    parts = [_HEAD.format(w=340, h=340), '<rect width="340" height="340" fill="#dcecf2"/>']
    spots = [(170 + 120 * sin(2 * pi * i / len(ring)), 160 - 120 * cos(2 * pi * i / len(ring)))
             for i in range(len(ring))]
    for letter, (x, y) in zip(ring, spots):
        fill = {"*": "#f6c6d8", "~": "#7fb6d5"}.get(letter, _COLOURS.get(letter, "#ccc"))
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="24" fill="{fill}" opacity="0.6"/>')
        parts.append(_text(x, y + 36, letter, 10))
    hands = []
    for frog in frogs.split(","):
        place, _, cards = frog.partition(":")
        hands.append(frog)
        if not place[1:].isdigit():
            continue
        x, y = spots[int(place[1:]) % len(ring)]
        fill = _COLOURS.get(place[0].upper(), "#999")
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="{fill}" stroke="#222" '
                     'stroke-width="2"/>' + _text(x, y + 5, place[0]))
    parts.append(_text(170, 330, "  ".join(hands)))
    return "".join(parts) + "</svg>"


def _cards(x: int, y: int, cards: str) -> List[str]:
    parts = []
    for i, card in enumerate("" if cards == "-" else cards[:24]):
        parts.append(f'<rect x="{x + 24 * i}" y="{y}" width="21" height="30" rx="3" fill="#fffdf5" '
                     'stroke="#555"/>' + _text(x + 24 * i + 10, y + 20, card))
    return parts


def _quibbles(position: str) -> str:
    fields = position.split(" ")
    display, collections, hands = fields[0], fields[1].split("/"), fields[2].split(",")
    height = 60 + 80 * len(hands)
    parts = [_HEAD.format(w=700, h=height), f'<rect width="700" height="{height}" fill="#eef3e6"/>',
             _text(10, 30, "Display", anchor="start"), *_cards(90, 10, display)]
    for seat, (collection, hand) in enumerate(zip(collections, hands)):
        y = 60 + 80 * seat
        parts.append(_text(10, y + 20, f"Player {seat + 1}", anchor="start"))
        parts += _cards(90, y, hand)
        parts.append(_text(10, y + 55, "Collection", anchor="start"))
        parts += _cards(90, y + 36, collection)
    return "".join(parts) + "</svg>"


def svg(game: str, position: str) -> str:
    """The position as a drawing; as plain text where it has no board yet."""
    try:
        return {"rribbit": _rribbit, "quibbit": _quibbit, "quibbles": _quibbles}[game](position)
    except (KeyError, ValueError, IndexError):
        return _HEAD.format(w=700, h=40) + _text(10, 25, position, anchor="start") + "</svg>"
