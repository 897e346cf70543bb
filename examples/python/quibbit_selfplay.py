"""quibbit_selfplay.py: an agent that learns two-player Quibbit by playing itself, with numpy alone.

A small network sees an observation and says how likely to play each card, and how the game will end
(actor and critic). A batch plays games against itself; what led to wins becomes more likely, within the
bounds of PPO's clipped objective. Both seats share the network, and nobody sees what the other chose.

    ./pond python examples/python/quibbit_selfplay.py --save agent.npz    some minutes, then 400 games per level
    ./pond match quibbit level:2 'cmd:./pond python examples/python/quibbit_selfplay.py --engine agent.npz' \\
        --options players=2 --games 400
    ./pond python examples/python/quibbit_selfplay.py --quick             a few seconds, to see that it runs
"""
import argparse
import sys
import time

import numpy as np
import pond

OPTIONS = "players=2"
LANES, STEPS, HIDDEN = 256, 96, 64
CLIP, ENTROPY, RATE, EPOCHS, PARTS = 0.2, 0.01, 2e-3, 1, 8


def features(observations):
    """Bytes to numbers of about the same size."""
    return np.log1p(observations.astype(np.float32))


class Network:
    """Two layers and two heads, with their gradients and Adam."""

    def __init__(self, inputs, actions, seed=1):
        rng = np.random.default_rng(seed)
        shapes = {"w1": (inputs, HIDDEN), "b1": (HIDDEN,), "w2": (HIDDEN, HIDDEN), "b2": (HIDDEN,),
                  "wp": (HIDDEN, actions), "bp": (actions,), "wv": (HIDDEN, 1), "bv": (1,)}
        self.at = {name: (rng.standard_normal(shape) / np.sqrt(shape[0]) if name[0] == "w"
                          else np.zeros(shape)).astype(np.float32) for name, shape in shapes.items()}
        self.at["wp"] *= 0.1
        self.mean = {name: np.zeros_like(value) for name, value in self.at.items()}
        self.square = {name: np.zeros_like(value) for name, value in self.at.items()}
        self.steps = 0

    def forward(self, x, mask):
        """Probabilities of the actions, the value, and what the gradients need."""
        at = self.at
        one = np.maximum(x @ at["w1"] + at["b1"], 0)
        two = np.maximum(one @ at["w2"] + at["b2"], 0)
        logits = np.where(mask > 0, two @ at["wp"] + at["bp"], -1e9)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        return odds, (two @ at["wv"] + at["bv"])[:, 0], (x, one, two)

    def learn(self, x, mask, actions, before, advantage, returns):
        """One step of PPO on a part of the experience."""
        odds, value, (x, one, two) = self.forward(x, mask)
        rows = np.arange(len(x))
        ratio = odds[rows, actions] / before
        open_ = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        d_logits = odds * (advantage * ratio * open_)[:, None]
        d_logits[rows, actions] -= advantage * ratio * open_
        logs = np.log(odds + 1e-12)
        d_logits += ENTROPY * odds * (logs - (odds * logs).sum(1, keepdims=True))
        d_logits /= len(x)
        d_value = ((value - returns) / len(x))[:, None]
        at = self.at
        d_two = (d_logits @ at["wp"].T + d_value @ at["wv"].T) * (two > 0)
        d_one = (d_two @ at["w2"].T) * (one > 0)
        self.step({"w1": x.T @ d_one, "b1": d_one.sum(0), "w2": one.T @ d_two, "b2": d_two.sum(0),
                   "wp": two.T @ d_logits, "bp": d_logits.sum(0), "wv": two.T @ d_value, "bv": d_value.sum(0)})

    def step(self, gradients):
        self.steps += 1
        for name, gradient in gradients.items():
            self.mean[name] += 0.1 * (gradient - self.mean[name])
            self.square[name] += 0.001 * (gradient * gradient - self.square[name])
            mean = self.mean[name] / (1 - 0.9 ** self.steps)
            square = self.square[name] / (1 - 0.999 ** self.steps)
            self.at[name] -= (RATE * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def drawn(odds, rng):
    """One action per row, by its probabilities."""
    return (odds.cumsum(1) > rng.random((len(odds), 1), np.float32)).argmax(1)


def experience(network, batch, rng):
    """Plays STEPS decisions per lane; returns those whose games have ended, with their returns."""
    looks, masks, acts, odds_of, values, seats = [], [], [], [], [], []
    ends, rewards = [], []
    for _ in range(STEPS):
        x, mask = features(batch.observation), batch.mask.copy()
        odds, value, _ = network.forward(x, mask)
        actions = drawn(odds, rng)
        looks.append(x), masks.append(mask), acts.append(actions), values.append(value)
        odds_of.append(odds[np.arange(LANES), actions]), seats.append(batch.seat.astype(int))
        batch.step(actions)
        ends.append(batch.done > 0), rewards.append(batch.reward.copy())
    result, known, returns = np.zeros((LANES, 2), np.float32), np.zeros(LANES, bool), []
    weights = []
    for t in range(STEPS - 1, -1, -1):
        result[ends[t]] = rewards[t][ends[t]]
        known |= ends[t]
        returns.append(result[np.arange(LANES), seats[t]])
        weights.append(known.copy())
    keep = np.concatenate(weights[::-1])
    return [np.concatenate(part)[keep] for part in
            (looks, masks, acts, odds_of, values, [r for r in returns[::-1]])]


def train(iterations, seed, report):
    rng = np.random.default_rng(seed)
    batch = pond.Batch("quibbit", LANES, OPTIONS, seed=f"selfplay-{seed}")
    network = Network(batch.game.observation_size, batch.game.action_count, seed)
    for iteration in range(iterations):
        x, mask, actions, before, values, returns = experience(network, batch, rng)
        advantage = returns - values
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        for _ in range(EPOCHS):
            for part in np.array_split(rng.permutation(len(x)), PARTS):
                network.learn(x[part], mask[part], actions[part], before[part], advantage[part], returns[part])
        if (iteration + 1) % 50 == 0:
            report(network, iteration + 1)
    batch.close()
    return network


def play(network, opponent, number):
    """One game against a computer player; the agent's return."""
    own, match = number % 2, pond.Game("quibbit", OPTIONS).match(f"games-{number // 2}")
    player, rng = pond.Player(opponent, seed=number), np.random.default_rng(number)
    while not match.over and match.turns < 300:
        choices = {}
        for seat in match.turn:
            state = match.state()
            if seat != own:
                choices[seat] = player.choose(match, seat)
                continue
            odds, _, _ = network.forward(features(state.observation(own)[None]), state.legal_mask(own)[None])
            choices[seat] = state.action_text(int(drawn(odds, rng)[0]), own)
        for seat, move in choices.items():
            match.submit(seat, move)
    outcome, winner, _ = match.result
    return 0.0 if outcome != "won" else 1.0 if winner == own else -1.0


def score(network, opponent, games):
    """Share of points, and twice its standard error."""
    points = np.array([(play(network, opponent, number) + 1) / 2 for number in range(games)])
    return points.mean(), 2 * points.std() / np.sqrt(games)


def engine(network):
    """Speaks the engine protocol (docs/engine-protocol.md), for `pond match`."""
    asked, rng = {}, np.random.default_rng(1)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        asked[word] = rest
        if word == "pond-engine":
            print("id selfplay\nok" if rest == "1" else "error version", flush=True)
        elif word == "go":
            game, seat = pond.Game(asked["new"], asked["options"]), int(asked["seat"])
            state = pond.View.read(game, seat, asked["view"]).sample()
            odds, _, _ = network.forward(features(state.observation(seat)[None]), state.legal_mask(seat)[None])
            print("best", state.action_text(int(drawn(odds, rng)[0]), seat), flush=True)
        elif word == "quit":
            return


def main():
    parser = argparse.ArgumentParser(description="Trains an agent for two-player Quibbit and measures it.")
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    parser.add_argument("--save", metavar="FILE", help="keep the network's weights in FILE (.npz)")
    parser.add_argument("--engine", metavar="FILE", help="play for `pond match` with the weights in FILE")
    parser.add_argument("--seed", type=int, default=1, help="of the training")
    given = parser.parse_args()
    if given.engine:
        network = Network(1, 1)
        network.at = dict(np.load(given.engine))
        engine(network)
        return
    quick, start = given.quick, time.process_time()
    print("training; the first score comes after about half a minute of processor time", flush=True)

    def report(network, iteration):
        mean, error = score(network, "level:2", 100)
        print(f"{iteration * LANES * STEPS / 1e6:.1f} million decisions, {time.process_time() - start:.0f} s: "
              f"{100 * mean:.0f} % ± {100 * error:.0f} against level:2", flush=True)

    network = train(1 if quick else 200, given.seed, report)
    if given.save:
        np.savez(given.save, **network.at)
    print(f"learned in {time.process_time() - start:.0f} s of processor time")
    for opponent in ("random", "level:1", "level:2", "level:3", "level:4")[:1 if quick else 5]:
        mean, error = score(network, opponent, 4 if quick else 400)
        print(f"against {opponent}: {100 * mean:.1f} % ± {100 * error:.1f}", flush=True)


if __name__ == "__main__":
    main()
