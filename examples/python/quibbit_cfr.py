"""quibbit_cfr.py: counterfactual regret minimisation on an ending of Quibbit, measured against the truth.

The ending begins with two cards in each hand; 947 states can follow, and none comes twice, so a state is
all that a player needs to remember. In every state both seats choose at once: each keeps a regret for
each card and plays in proportion to its positive part (CFR+, with averages that weigh later rounds
more). The ring is solved exactly as well, so the distance to the truth is known at every step. At the end
the strategy plays against each level from both sides, not in games but exactly.

    ./pond python examples/python/quibbit_cfr.py             1,000 iterations
    ./pond python examples/python/quibbit_cfr.py --quick     60 iterations
"""
import argparse
import json
import time

import numpy as np
import pond

LAYOUT, CARDS = "*RGY*GYR~YRG", "45"
START = "*RGY*GYR~YRG R18:45,G17:45,y16: R 12345 6"
CHOICES, OUTCOMES = 2, 5  # at most, of a seat and of the dummy's deck


def rounds_of(ring, index):
    """What can follow a state: {(own, other): [(probability, next state or None, value if it is over)]}."""
    state, found = ring.state(index), {}
    for i, own in enumerate(state.legal_actions(0)):
        for j, other in enumerate(state.legal_actions(1)):
            chosen, found[i, j] = state.copy().apply(own, 0).apply(other, 1), []
            for outcome, odds in chosen.chance_outcomes() or [(None, 1.0)]:
                after = chosen if outcome is None else chosen.copy().apply_chance(outcome)
                won = after.result[1] if after.over and after.result[0] == "won" else None
                found[i, j].append((odds, None if after.over else ring.rank(after),
                                    0.0 if won is None else 1.0 - 2.0 * won))
    return found


class Ending:
    """All states that can follow a start as arrays, those that come later behind those before them."""

    def __init__(self, ring, start):
        self.rounds, depth = {}, {}

        def visit(index):  # the number of rounds that can still follow
            if index not in depth:
                self.rounds[index] = rounds_of(ring, index)
                later = [to for then in self.rounds[index].values() for _, to, _ in then if to is not None]
                depth[index] = 1 + max((visit(to) for to in later), default=0)
            return depth[index]

        visit(start)
        self.order = sorted(depth, key=lambda index: -depth[index])
        self.levels = [[i for i, index in enumerate(self.order) if depth[index] == d]
                       for d in sorted(set(depth.values()), reverse=True)]
        count, place = len(self.order), {index: i for i, index in enumerate(self.order)}
        self.to = np.full((count, CHOICES, CHOICES, OUTCOMES), count)  # `count`: the game is over
        self.odds, self.worth = np.zeros(self.to.shape), np.zeros(self.to.shape)
        self.legal = np.zeros((2, count, CHOICES))
        for i, index in enumerate(self.order):
            for (own, other), then in self.rounds[index].items():
                self.legal[0, i, own] = self.legal[1, i, other] = 1
                for k, (odds, to, worth) in enumerate(then):
                    self.odds[i, own, other, k], self.worth[i, own, other, k] = odds, worth
                    if to is not None:
                        self.to[i, own, other, k] = place[to]

    def values(self, mixes):
        """What every state is worth to seat 0, and every pair of cards in it."""
        values, pairs = np.zeros(len(self.order) + 1), np.zeros(self.to.shape[:3])
        for level in reversed(self.levels):
            pairs[level] = (self.odds[level] * (self.worth[level] + values[self.to[level]])).sum(-1)
            values[level] = np.einsum("sab,sa,sb->s", pairs[level], mixes[0][level], mixes[1][level])
        return values[:-1], pairs

    def reaches(self, mix, seat):
        """How likely a seat's own choices lead to every state, from any choices of the other."""
        found = np.zeros(len(self.order) + 1)
        found[0] = 1
        for level in self.levels:
            own = mix[level][:, :, None, None] if seat == 0 else mix[level][:, None, :, None]
            flow = found[level][:, None, None, None] * own * self.odds[level]
            np.add.at(found, self.to[level].ravel(), np.broadcast_to(flow, self.to[level].shape).ravel())
        return found[:-1]


def matched(regrets, legal):
    """In proportion to the positive regrets; evenly where there are none."""
    positive = np.maximum(regrets, 0) * legal
    total = positive.sum(1, keepdims=True)
    return np.where(total > 0, positive / np.where(total > 0, total, 1), legal / legal.sum(1, keepdims=True))


def solve(ending, iterations, report):
    regrets, sums = np.zeros(ending.legal.shape), np.zeros(ending.legal.shape)
    for t in range(1, iterations + 1):
        mixes = [matched(regrets[seat], ending.legal[seat]) for seat in range(2)]
        reaches = [ending.reaches(mixes[seat], seat) for seat in range(2)]
        values, pairs = ending.values(mixes)
        by_card = (np.einsum("sab,sb->sa", pairs, mixes[1]), np.einsum("sab,sa->sb", -pairs, mixes[0]))
        for seat in range(2):
            own = values if seat == 0 else -values
            gain = (by_card[seat] - own[:, None]) * reaches[1 - seat][:, None] * ending.legal[seat]
            regrets[seat] = np.maximum(regrets[seat] + gain, 0)
            sums[seat] += t * reaches[seat][:, None] * mixes[seat]
        if t in (1, iterations) or (iterations > 60 and t in (3, 10, 30, 100, 300)):
            report(t, [matched(sums[seat], ending.legal[seat]) for seat in range(2)])


def mixes_of(ending, ring, player):
    """How a computer player plays every state, as both seats."""
    mixes = [np.zeros(legal.shape) for legal in ending.legal]
    for i, index in enumerate(ending.order):
        state = ring.state(index)
        for seat, mix in enumerate(mixes):
            odds = player.policy(state, seat)
            for choice, action in enumerate(state.legal_actions(seat)):
                mix[i, choice] = odds.get(action, 0.0)
    return mixes


def duel(ending, ours, theirs):
    """What our strategy gains against another, on average of both seats: 1 is a win, -1 a loss."""
    first = ending.values([ours[0], theirs[1]])[0][0]
    second = ending.values([theirs[0], ours[1]])[0][0]
    return (first - second) / 2


def main():
    parser = argparse.ArgumentParser(description="Solves an ending of Quibbit with CFR+ and compares it with the truth.")
    parser.add_argument("--quick", action="store_true", help="60 iterations instead of 1,000")
    parser.add_argument("--log", metavar="FILE", help="write the learning curve to FILE, for tools/learning-curve")
    given = parser.parse_args()
    ring = pond.Ring(LAYOUT, cards=CARDS)
    start = ring.rank(ring.game.new(START))
    ending, truth = Ending(ring, start), ring.values()[start]
    print(f"{len(ending.order)} states; the exact value is {truth:+.6f} for seat 0")
    gaps, curve, last, start_time = [], [], [], time.process_time()

    def report(t, mixes):
        strategies = [ring.uniform(seat) for seat in range(2)]
        for seat in range(2):
            for i, index in enumerate(ending.order):
                cards = [action - 17 for action in ring.state(index).legal_actions(seat)]
                strategies[seat][index] = 0
                strategies[seat][index, cards] = mixes[seat][i, :len(cards)]
        best = [ring.best_response(strategies[1 - seat], 1 - seat)[0][start] for seat in range(2)]
        gaps.append((best[0] - best[1]) / 2)
        print(f"after {t:4d} iterations: value {ending.values(mixes)[0][0]:+.6f}, "
              f"exploitability {gaps[-1]:.6f}", flush=True)
        curve.append({"seconds": round(time.process_time() - start_time, 2), "iterations": t, "exploitability": gaps[-1]})
        last[:] = mixes

    solve(ending, 60 if given.quick else 1000, report)
    assert gaps[-1] < gaps[0] / 10, "it does not converge"
    print(f"{time.process_time() - start_time:.1f} s of processor time")
    for level in range(1, 2 if given.quick else 7):
        gain = duel(ending, last, mixes_of(ending, ring, pond.Player(f"level:{level}")))
        print(f"against level:{level}: {gain:+.4f} per game", flush=True)
        assert gain > -gaps[-1] - 1e-6, "a player gains more than the best response"
    if given.log:
        with open(given.log, "w", encoding="ascii") as file:
            file.writelines(json.dumps(row) + "\n" for row in curve)


if __name__ == "__main__":
    main()
