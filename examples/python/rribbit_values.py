"""rribbit_values.py: from nothing to an agent that plays Rrib-bit, with numpy alone.

First a batch plays random games, and a linear function learns from them what a position is worth: how
often the side that sees it goes on to win. Then the agent looks two plies ahead with that function: for
each of its moves it assumes the answer that is worst for it.

    ./pond python examples/python/rribbit_values.py            learn, then 40 games against each opponent
    ./pond python examples/python/rribbit_values.py --quick    a few seconds, to see that it runs
"""
import argparse
import time

import numpy as np
import pond

LANES = 512


def features(observations):
    """What the function looks at: where frogs are, whether rows stand, how many frogs there are."""
    frogs = observations[:, :126].astype(np.float32)
    rows = observations[:, [126, 189]].astype(np.float32)
    counts = np.stack([frogs[:, :63].sum(1), frogs[:, 63:].sum(1)], 1)
    edge = (counts[:, :1] - counts[:, 1:]) / counts.sum(1, keepdims=True)
    return np.concatenate([frogs, rows, counts, edge, np.ones_like(edge)], 1)


def learn(steps):
    """Ridge regression of the result on the position, from random games."""
    batch = pond.Batch("rribbit", LANES, seed="learn", mask=False, turns_max=200)
    size = features(batch.observation).shape[1]
    squares, sums = np.zeros((size, size)), np.zeros(size)
    waiting = [[] for _ in range(LANES)]  # positions whose game goes on
    for _ in range(steps):
        rows = features(batch.observation)
        for lane in range(LANES):
            waiting[lane].append((batch.seat[lane], rows[lane]))
        batch.step_random()
        for lane in np.flatnonzero(batch.done):
            seen = waiting[lane][-40:]  # the end of a game tells the most
            x = np.array([row for _, row in seen])
            y = np.array([batch.reward[lane, seat] for seat, _ in seen])
            squares += x.T @ x
            sums += x.T @ y
            waiting[lane] = []
    return np.linalg.solve(squares + 10.0 * np.eye(size), sums)


class Agent:
    """Chooses by the function, two plies ahead."""

    def __init__(self, weights):
        self.weights = weights

    def worth(self, states, seat):
        """What states are worth to a seat: exact at the end, learned before it."""
        values = np.array([3.0 * state.returns[seat] for state in states])
        open_ = [i for i, state in enumerate(states) if not state.over]
        if open_:
            looks = np.array([states[i].observation(seat) for i in open_])
            values[open_] = np.clip(features(looks) @ self.weights, -2, 2)
        return values

    def choose(self, state):
        """The action whose worst answer is best."""
        seat, actions = state.current, state.legal_actions()
        answers, owners = [], []
        for number, action in enumerate(actions):
            after = state.child(action)
            replies = [after] if after.over else [after.child(a) for a in after.legal_actions()]
            answers += replies
            owners += [number] * len(replies)
        worst = np.full(len(actions), np.inf)
        np.minimum.at(worst, owners, self.worth(answers, seat))
        return actions[int(worst.argmax())]


def play(agent, opponent, number, turns_max=200):
    """One game against a computer player; the agent's return."""
    own, match = number % 2, pond.Game("rribbit").match(f"agent-{number // 2}")
    state, player = match.game.new(), pond.Player(opponent, seed=number)
    rng = np.random.default_rng(number // 2)
    for _ in range(4):  # a random opening, played from both sides
        state = advance(match, state, int(rng.choice(state.legal_actions())))
    while not match.over and match.turns < turns_max:
        if state.current == own:
            action = agent.choose(state)
        else:
            action = state.action_of(player.choose(match, 1 - own))
        state = advance(match, state, action)
    return state.returns[own]


def advance(match, state, action):
    """Makes an action in both."""
    match.submit(state.current, state.action_text(action))
    return state.apply(action)


def main():
    parser = argparse.ArgumentParser(description="Learns values of Rrib-bit from random games and measures them.")
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    quick = parser.parse_args().quick
    start = time.time()
    agent = Agent(learn(400 if quick else 6000))
    print(f"learned in {time.time() - start:.0f} s")
    for opponent in ("random", "level:1", "level:2", "level:3")[: 1 if quick else 4]:
        games = 2 if quick else 40
        results = [play(agent, opponent, number) for number in range(games)]
        score = np.mean([(result + 1) / 2 for result in results])
        print(f"against {opponent}: {100 * score:.0f} % of {games} games, after {time.time() - start:.0f} s",
              flush=True)


if __name__ == "__main__":
    main()
