"""python.py: how fast the Python package steps random games, by processor time.

`./pond python bench/python.py [ROUNDS [GAME]]`: in every round each set of options has its turn; the figures are
the median and the best of all rounds, in millions of decisions per second.
"""
import random
import statistics
import sys
import time

import pond

SETS = [("rribbit", ""), ("rribbit", "turn=chain"), ("quibbit", "players=2"), ("quibbit", "players=4"),
        ("quibbles", "players=2")]
LANES, STEPS, SINGLE = 256, 4000, 100_000


def rate(count, work):
    """Millions per second of processor time."""
    start = time.process_time()
    work()
    return count / (time.process_time() - start) / 1e6


def chosen_by_us(batch):
    """Actions that come back from Python, as a policy's would."""
    for _ in range(STEPS):
        batch.step(batch.sample())


def script(game):
    """How many decisions some random games take, and each game's start and actions."""
    games, count, rng = [], 0, random.Random(1)
    while count < SINGLE:
        state = game.new(seed=len(games))
        start = state.copy()
        while not state.over:
            state.apply(rng.choice(state.legal_actions()))
        actions = [action for _, action in state.history]
        games.append((start, actions))
        count += len(actions)
    return count, games


def replay(games):
    """Applies what a script says."""
    for state, actions in games:
        apply = state.copy().apply
        for action in actions:
            apply(action)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    kinds = "step_random", "step(sample())", "apply"
    rates = {}
    for number in range(rounds):
        for name, options in SETS:
            if len(sys.argv) > 2 and sys.argv[2] != name:
                continue
            batch = pond.Batch(name, LANES, options, seed=number)
            count, games = script(batch.game)
            found = (rate(LANES * STEPS, lambda: batch.step_random(STEPS)),
                     rate(LANES * STEPS, lambda: chosen_by_us(batch)), rate(count, lambda: replay(games)))
            batch.close()
            for kind, value in zip(kinds, found):
                rates.setdefault((name, options, kind), []).append(value)
    for (name, options, kind), values in rates.items():
        print(f"{name:9}{options:11} {kind:15} median {statistics.median(values):6.2f}  best {max(values):6.2f}")


if __name__ == "__main__":
    main()
