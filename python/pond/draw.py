"""Boards as SVG, for notebooks: the page's own pieces, laid out as the npm package lays them out."""
from __future__ import annotations

import json
import re
from functools import lru_cache
from html import escape
from math import cos, pi, sin
from pathlib import Path
from typing import Any, List, Mapping, Sequence, Tuple

Data = Mapping[str, Any]
Drawing = Tuple[Tuple[float, float, float, float], List[str]]  # the box, and what is in it

_FILES = "abcdefghi"
_PAD = 60
_LEAF = "m11 1h38a10 10 0 0 1 10 10v38a10 10 0 0 1-10 10h-38a10 10 0 0 1-10-10v-38a10 10 0 0 1 10-10z"
_VEIN = "m10 50q4-22 38-38"
_RADIUS, _TILE, _FROG = 40.5, 15.3, 11.0
_CARD = 30, 42


@lru_cache(maxsize=None)
def _look() -> Mapping[str, Any]:
    """The page's style and pieces, which setup.py took from it."""
    found: Mapping[str, Any] = json.loads((Path(__file__).parent / "look.json").read_text())
    return found


def _piece(name: str, x: float, y: float, width: float, height: float, classes: str = "") -> str:
    return (f'<g class="{classes}"><use href="#{name}" x="{x:g}" y="{y:g}" width="{width:g}" '
            f'height="{height:g}"/></g>')


def _text(x: float, y: float, size: float, words: object, anchor: str = "middle", classes: str = "ink") -> str:
    return (f'<text class="{classes}" x="{x:g}" y="{y:g}" font-size="{size:g}" '
            f'text-anchor="{anchor}">{escape(str(words))}</text>')


def _pads() -> List[str]:
    """All pads as a few shapes."""
    at: dict[str, List[str]] = {"light": [], "dark": [], "arena": [], "shade": []}
    for row in range(7):
        for column in range(9):
            rank, place = 7 - row, f"M{column * _PAD} {row * _PAD}"
            inside, dark = 2 < column < 6 and 2 < rank < 6, (column + rank) % 2 == 1
            if inside:
                at["arena"].append(place)
            if dark or not inside:
                at["shade" if inside else "dark" if dark else "light"].append(place)
    parts = []
    for kind, places in at.items():
        parts.append(f'<path class="{kind}-pads" d="{"".join(place + _LEAF for place in places)}"/>')
        if kind != "shade":
            parts.append(f'<path class="{kind}-veins" d="{"".join(place + _VEIN for place in places)}"/>')
    return parts


def _rribbit(data: Data, hands: Sequence[Sequence[int]]) -> Drawing:
    def at(pad: str) -> Tuple[int, int]:
        return _FILES.index(pad[0]) * _PAD, (7 - int(pad[1])) * _PAD

    parts = ['<rect class="water" x="-26" y="-8" width="574" height="452" rx="16"/>', *_pads(),
             f'<rect class="arena" x="{3 * _PAD}" y="{2 * _PAD}" width="{3 * _PAD}" height="{3 * _PAD}" rx="12"/>']
    for pad in sorted({pad for row in data["rows"] for pad in row}):
        x, y = at(pad)
        parts.append(f'<rect class="glow" x="{x + 3}" y="{y + 3}" width="54" height="54" rx="11"/>')
    for army in ("light", "dark"):
        for pad in data[army]:
            x, y = at(pad)
            parts.append(_piece(f"frog-{army}", x + 4, y + 4, 52, 52, army))
    parts += [_text(-13, row * _PAD + 35, 14, 7 - row) for row in range(7)]
    parts += [_text(column * _PAD + 30, 437, 14, _FILES[column]) for column in range(9)]
    return (-26, -8, 574, 452), parts


def _tile_at(tile: int, tiles: int, radius: float) -> Tuple[float, float, float]:
    turn = 180 + (tile - 4) * 360 / tiles
    angle = turn * pi / 180
    return 50 + radius * sin(angle), 50 - radius * cos(angle), turn


def _quibbit(data: Data, hands: Sequence[Sequence[int]]) -> Drawing:
    tiles, frogs = data["tiles"], data["frogs"]
    height = 104 + 10 * len(frogs)
    parts = [f'<rect class="water" width="100" height="{height}" rx="4"/>']
    for tile, kind in enumerate(tiles):
        x, y, turn = _tile_at(tile, len(tiles), _RADIUS)
        name = {"flower": "flower", "water": "ripple"}.get(kind, "leaf")
        parts.append(f'<g transform="rotate({0 if name == "ripple" else turn:g} {x:g} {y:g})" '
                     f'class="leaf {kind if name == "leaf" else ""}">'
                     + _piece(name, x - _TILE / 2, y - _TILE / 2, _TILE, _TILE) + "</g>")
        x, y, _ = _tile_at(tile, len(tiles), _RADIUS - 9.4)
        parts.append(_text(x, y + 0.9, 2.4, tile))
    for seat, frog in enumerate(frogs):
        if frog["tile"] is not None:
            x, y, _ = _tile_at(frog["tile"], len(tiles), _RADIUS - 2)
            parts.append(_piece("frog", x - _FROG / 2, y - _FROG / 2, _FROG, _FROG, frog["color"]))
            if seat == data["crown"]:
                parts.append(_piece("crown", x - 2.8, y - 7.6, 5.6, 4.2))
    for seat, frog in enumerate(frogs):
        y = 102 + 10 * seat
        parts += [_piece("frog-sad" if frog["out"] else "frog", 4, y, 8, 8, frog["color"]),
                  _text(14, y + 5.4, 3.4, "Dummy" if frog["dummy"] else f"Player {seat + 1}", "start")]
        parts += [_piece(f"mcard-{card}", 60 + 7 * i, y - 0.4, 6, 8.4, frog["color"])
                  for i, card in enumerate(frog["cards"])]
    return (0, 0, 100, height), parts


def _cards(values: Sequence[int], x: float, y: float, room: float) -> List[str]:
    step = min(34.0, room / max(1, len(values) - 1))
    return [_piece(f"q{value}", x + step * i, y, *_CARD) for i, value in enumerate(values)]


def _quibbles(data: Data, hands: Sequence[Sequence[int]]) -> Drawing:
    height = 84 + 74 * len(data["seats"])
    parts = [f'<rect class="water" width="480" height="{height}" rx="14"/>', _text(14, 24, 11, "Display", "start"),
             *_cards(data["display"], 14, 30, 280), _text(362, 24, 10, f"Draw pile {data['pile']}"),
             _text(436, 24, 10, f"Discards {len(data['discards'])}")]
    parts += [_piece("q-back", 347, 30, *_CARD)] if data["pile"] else []
    parts += [_piece(f"q{data['discards'][-1]}", 421, 30, *_CARD, "discard")] if data["discards"] else []
    for seat, (own, hand) in enumerate(zip(data["seats"], hands)):
        y = 84 + 74 * seat
        parts += [f'<rect class="panel" x="8" y="{y}" width="464" height="68" rx="10"/>',
                  _text(16, y + 15, 11, f"Player {seat + 1}: {own['total']}/{data['goal']}", "start", "ink strong"),
                  *_cards(own["collection"], 16, y + 21, 180), *_cards(hand, 240, y + 21, 190)]
    return (0, 0, 480, height), parts


def _plain(text: str) -> Drawing:
    """Any other game, or one with nothing on its board yet: its position as it is written."""
    lines = re.findall(r".{1,60}(?: |$)", text) or [text]
    height = 24 + 18 * len(lines)
    return (0, 0, 480, height), [f'<rect class="water" width="480" height="{height}" rx="14"/>',
                                 *(_text(14, 26 + 18 * i, 12, line, "start") for i, line in enumerate(lines))]


_BOARDS = {"rribbit": (_rribbit, 1), "quibbit": (_quibbit, 4), "quibbles": (_quibbles, 1)}


def _symbols(markup: str) -> str:
    """The pieces that a drawing uses, with those that they use."""
    pieces: Mapping[str, str] = _look()["pieces"]
    found: dict[str, str] = {}
    todo = [markup]
    while todo:
        for name in re.findall(r'href="#([\w-]+)"', todo.pop()):
            if name in pieces and name not in found:
                found[name] = pieces[name]
                todo.append(pieces[name])
    return "".join(found.values())


def _listed(parts: Sequence[object]) -> str:
    """A list in words: "a1, b2 and c3"."""
    words = [str(part) for part in parts]
    return " and ".join([*([", ".join(words[:-1])] if len(words) > 1 else []), *words[-1:]])


def _held(cards: Sequence[int]) -> str:
    return f"{'card' if len(cards) == 1 else 'cards'} {_listed(cards)}" if cards else "no cards"


def described(game: str, data: Data, hands: Sequence[Sequence[int]], text: str) -> str:
    """The board in words, for those who cannot see it."""
    if game not in _BOARDS or not data:
        return text
    if game == "rribbit":
        armies = [f"{army.capitalize()} frogs on {_listed(sorted(data[army]))}." for army in ("light", "dark") if data[army]]
        rows = [f"A row stands on {_listed(row)}." for row in data["rows"]]
        return " ".join(["Rrib-bit.", *armies, *rows, f"{('Light', 'Dark')[data['side']]} is to move."])
    if game == "quibbit":
        parts = ["Quibbit.", f"Tiles 0 to {len(data['tiles']) - 1}: {', '.join(data['tiles'])}."]
        for seat, frog in enumerate(data["frogs"]):
            name = "Dummy" if frog["dummy"] else f"Player {seat + 1}"
            place = "out" if frog["out"] else "not placed" if frog["tile"] is None else f"on tile {frog['tile']}"
            crown = " with the crown" if seat == data["crown"] and frog["tile"] is not None else ""
            parts.append(f"{name}, {frog['color']}: {place}{crown}, {_held(frog['cards'])}.")
        return " ".join(parts)
    parts = ["Quibbles.", f"Display: {_held(data['display'])}.", f"Draw pile: {data['pile']}. Discards: {len(data['discards'])}."]
    for seat, (own, hand) in enumerate(zip(data["seats"], hands)):
        parts.append(f"Player {seat + 1}: {own['total']} of {data['goal']} points, collection: {_held(own['collection'])}; "
                     f"hand: {_held(hand)}.")
    return " ".join(parts)


def svg(game: str, data: Data, hands: Sequence[Sequence[int]], text: str) -> str:
    """A drawing of what a spectator sees and of the hands."""
    if game in _BOARDS and data:
        board, scale = _BOARDS[game]
        box, parts = board(data, hands)
    else:
        (box, parts), scale = _plain(text), 1
    markup = "".join(parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="pond" width="{scale * box[2]:g}" height="{scale * box[3]:g}" '
            f'viewBox="{" ".join(format(side, "g") for side in box)}" role="img" aria-label="{escape(described(game, data, hands, text))}">'
            f'<style>{_look()["style"]}</style>{_symbols(markup)}{markup}</svg>')
