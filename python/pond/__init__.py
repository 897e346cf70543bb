"""Quibbit, Quibbles and Rrib-bit for research: exact rules, fast batches, exact solutions.

    >>> import pond
    >>> game = pond.Game("rribbit")
    >>> state = game.new()
    >>> state.apply(state.legal_actions()[0]).text
    'DDDDDDDDD/9/9/9/2L6/9/1LLLLLLLL d -'

docs/python.md leads through the package, docs/research.md has the games as benchmarks.
"""
from .batch import Batch
from .core import (CHANCE, OVER, Field, Game, IllegalMove, Match, Player, PondError, Record, State,
                   Tablebase, View, games, version)
from .truth import ENDINGS_HASH, ROUNDS_HASH, Exact, Exploitability, Ring, endings, exploitability, rounds, test_set

__version__ = version()
__all__ = ["Batch", "CHANCE", "ENDINGS_HASH", "Exact", "Exploitability", "Field", "Game", "IllegalMove", "Match", "OVER", "Player",
           "PondError", "ROUNDS_HASH", "Record", "Ring", "State", "Tablebase", "View", "endings", "exploitability", "games", "rounds",
           "test_set", "version"]
