"""exact_sets.py: how well the levels do on the frozen test sets of exact positions.

`./pond python bench/exact_sets.py [PLAYER...]`: in the endings of Rrib-bit, how often a player's choice keeps
what the position is worth, against a random one; in the rounds of Quibbit, how far its chances (of winning,
less those of losing) are from the exact value, as a root mean square, against always saying 0.
"""
import sys
from statistics import fmean

import pond

RANDOM = "random"


def kept(tables, player, ending):
    """How likely a player is to keep the value of an ending."""
    state, found = tables.game.new(ending.position), 0.0
    for action, odds in player.policy(state, state.current).items():
        after, seat = state.child(action), state.current
        truth = None if after.over else tables.probe(after)
        if truth is None and not after.over:
            return None
        value = after.returns[seat] if truth is None else truth["win"][seat] - truth["win"][1 - seat]
        found += odds * (value == ending.value)
    return found


def estimate(game, player, position):
    """What a player thinks that a round is worth to seat 0."""
    match = game.match(position=position)
    for seat in (0, 1):
        match.submit(seat, match.legal_moves(seat)[0])
    first, second = match.analyse(player)[:2]
    return first["win"] - second["win"] if first["win"] is not None else 0.0


def main():
    tables, game = pond.Tablebase(pond.Game("rribbit")), pond.Game("quibbit", players=2)
    endings, rounds = pond.endings(), pond.rounds()
    for name in sys.argv[1:] or [RANDOM, *(f"level:{level}" for level in range(1, 7))]:
        player = pond.Player(name)
        parts = {value: [share for share in (kept(tables, player, e) for e in endings if e.value == value) if share is not None]
                 for value in (1, 0, -1)}
        errors = [(estimate(game, player, exact.position) - exact.value) ** 2 for exact in rounds]
        print(f"{name:8} endings: {100 * fmean(parts[1] + parts[0]):5.1f} % kept (won {100 * fmean(parts[1]):5.1f} %, "
              f"drawn {100 * fmean(parts[0]):5.1f} %); rounds: error {fmean(errors) ** 0.5:.3f}", flush=True)


if __name__ == "__main__":
    main()
