"""quibbles_ppo.py: PPO in PyTorch for Quibbles, by self-play; on a GPU where there is one.

One network plays both seats of thousands of games at once: it says how likely each legal action is and how
the game will end for the seat that acts. Where the seat changes from one decision to the next, what is good for
one is bad for the other, so the next value counts with its sign turned. Random games hardly ever end, so progress
with the collection is rewarded on the way, in a form that does not change what good play is (a potential).

There are 3,717 actions, most of them rare. The network does not learn each by itself: it describes an action by
the cards it plays and takes, and an action is likely where its description fits the position.

    ./pond python examples/python/quibbles_ppo.py --seconds 300 --threads 16 --save ppo.pt --log ppo.jsonl
    ./pond python examples/python/agents.py ppo.pt --games 400
    ./pond python examples/python/quibbles_ppo.py --quick

It needs python3-torch and ends at once where that is not installed.
"""
import argparse
import json
import sys
import time

import numpy as np
import pond

from agents import OPTIONS, league, share

try:
    import torch
    from torch import nn
except ImportError:
    print("PyTorch is not installed: apt-get install python3-torch")
    sys.exit(0)

TURNS_MAX = 300
TOTAL = 25  # where a seat's part of an observation has its collection's total
STEPS_OF_COUNTS = 6
DISCOUNT, TRACE, CLIP, RATE = 0.997, 0.95, 0.2, 1e-3
ENTROPY = 0.01, 0.001  # at the beginning and at the end
VALUE_MAX = 1.5  # returns are 1 at the most, and the potential takes up to a half of it away


def steps(counts):
    """Counts as numbers and as steps: one or more, two or more, ..."""
    return torch.cat([counts / 8] + [(counts >= least).float() for least in range(1, STEPS_OF_COUNTS + 1)], 1)


class Network(nn.Module):
    def __init__(self, width):
        super().__init__()
        game, self.width = pond.Game("quibbles", OPTIONS["quibbles"]), width
        cards = torch.from_numpy(game.action_cards.astype(np.float32))
        kinds = nn.functional.one_hot(cards[:, 0].long(), 7).float()
        self.register_buffer("actions", torch.cat([kinds, steps(cards[:, 1:])], 1), persistent=False)
        size = game.observation_size * (1 + STEPS_OF_COUNTS)
        self.body = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.value = nn.Sequential(nn.Linear(width, width // 2), nn.ReLU(), nn.Linear(width // 2, 1))
        self.wish = nn.Linear(width, width // 2)
        self.describe = nn.Sequential(nn.Linear(self.actions.shape[1], width // 2), nn.ReLU(),
                                      nn.Linear(width // 2, width // 2))
        self.bias = nn.Parameter(torch.zeros(len(cards)))

    def forward(self, observation, legal, described=None):
        """Logarithms of the probabilities of the legal actions (-1: none), and the acting seat's value."""
        body = self.body(steps(observation.float()))
        described = self.describe(self.actions) if described is None else described
        every = self.wish(body) @ described.T / (self.width // 2) ** 0.5 + self.bias
        logits = every.gather(1, legal.clamp(min=0)).masked_fill(legal < 0, -1e9)
        return torch.log_softmax(logits, 1), VALUE_MAX * torch.tanh(self.value(body)[:, 0])


class Rollout:
    """Decisions of all lanes in order, on the device."""

    def __init__(self, batch, network, steps, device):
        self.batch, self.network, self.steps, self.device = batch, network, steps, device
        self.seats = next(field for field in batch.game.fields if field.name == "seats")
        self.games = 0
        self.look()

    def look(self):
        batch, most = self.batch, int(self.batch.legal_count.max())
        self.now = torch.from_numpy(batch.observation.copy()).to(self.device)
        legal = torch.from_numpy(batch.legal[:, :most].astype(np.int16)).to(self.device)
        count = torch.from_numpy(batch.legal_count.astype(np.int16)).to(self.device)
        self.legal = legal.masked_fill(torch.arange(most, device=self.device) >= count[:, None], -1)
        self.seat = torch.from_numpy(batch.seat.astype(np.int64)).to(self.device)

    def potential(self):
        """How far the seat that acts is ahead."""
        own, other = (self.now[:, self.seats.start + seat * self.seats.shape[1] + TOTAL].float() for seat in range(2))
        return 0.5 * (own - other) / 21

    @torch.no_grad()
    def play(self):
        kept = {name: [] for name in ("look", "legal", "choice", "log", "value", "reward", "over", "turn")}
        for _ in range(self.steps):
            logs, value = self.network(self.now, self.legal.long())
            noise = -torch.log(-torch.log(torch.rand_like(logs).clamp(1e-9, 1 - 1e-7)))
            choice = (logs + noise).argmax(1, keepdim=True)
            before, seat = self.potential(), self.seat
            for name, part in (("look", self.now), ("legal", self.legal), ("choice", choice[:, 0]),
                               ("log", logs.gather(1, choice)[:, 0]), ("value", value)):
                kept[name].append(part)
            self.batch.step(self.legal.gather(1, choice)[:, 0].cpu().numpy())
            self.look()
            over = torch.from_numpy(self.batch.done > 0).to(self.device)
            self.games += int((self.batch.done > 0).sum())
            turn = torch.where(self.seat == seat, 1.0, -1.0)  # whose value comes next
            rewards = torch.from_numpy(self.batch.reward.copy()).to(self.device).gather(1, seat[:, None])[:, 0]
            after = torch.where(over, torch.zeros_like(before), turn * self.potential())
            kept["reward"].append(rewards + DISCOUNT * after - before)
            kept["over"].append(over), kept["turn"].append(turn)
        _, last = self.network(self.now, self.legal.long())
        most = max(part.shape[1] for part in kept["legal"])
        kept["legal"] = [nn.functional.pad(part, (0, most - part.shape[1]), value=-1) for part in kept["legal"]]
        return {name: torch.stack(part) for name, part in kept.items()}, last


def advantages(kept, last):
    """How much better than expected, by generalised advantage estimation."""
    found, after, running = torch.zeros_like(kept["value"]), last, torch.zeros_like(last)
    for t in range(len(found) - 1, -1, -1):
        goes_on = (~kept["over"][t]).float() * kept["turn"][t] * DISCOUNT
        surprise = kept["reward"][t] + goes_on * after - kept["value"][t]
        running = surprise + goes_on * TRACE * running
        found[t], after = running, kept["value"][t]
    return found


def learn(network, optimiser, kept, last, parts, epochs, entropy):
    gains = advantages(kept, last)
    returns = (gains + kept["value"]).flatten().clamp(-VALUE_MAX, VALUE_MAX)
    gains = ((gains - gains.mean()) / (gains.std() + 1e-6)).flatten()
    flat = {name: kept[name].flatten(0, 1) for name in ("look", "legal", "choice", "log")}
    for part in (part for _ in range(epochs) for part in torch.randperm(len(gains), device=gains.device).chunk(parts)):
        logs, value = network(flat["look"][part], flat["legal"][part].long())
        ratio = (logs.gather(1, flat["choice"][part][:, None])[:, 0] - flat["log"][part]).exp()
        gain = gains[part]
        policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        spread = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
        loss = policy + 0.5 * (value - returns[part]).square().mean() - entropy * spread
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()


def save(path, network):
    if path:
        weights = {name: value.cpu().clone() for name, value in network.state_dict().items()}
        torch.save({"game": "quibbles", "shape": (network.width,), "weights": weights}, path)


def train(asked, report):
    """Plays and learns in turn until the time is up. The clock stands still while `report` measures."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    batch = pond.Batch("quibbles", asked.lanes, OPTIONS["quibbles"], seed="ppo", mask=False, turns_max=TURNS_MAX,
                       threads=asked.threads)
    network = Network(asked.width).to(device)
    optimiser = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)
    rollout, spent, told, iterations = Rollout(batch, network, asked.steps, device), 0.0, 0.0, 0
    while spent < asked.seconds or iterations == 0:
        start, left = time.time(), max(0.0, 1 - spent / max(asked.seconds, 1e-9))
        optimiser.param_groups[0]["lr"] = RATE * max(left, 0.02)
        entropy = ENTROPY[1] + (ENTROPY[0] - ENTROPY[1]) * left
        learn(network, optimiser, *rollout.play(), asked.parts, asked.epochs, entropy)
        spent += time.time() - start
        iterations += 1
        if spent - told > asked.every or spent >= asked.seconds:
            told = spent
            save(asked.save, network)
            report(network, spent, iterations * asked.lanes * asked.steps, rollout.games)
    batch.close()


class Agent:
    """Plays what the network likes best."""

    @torch.no_grad()
    def __init__(self, network):
        self.network, self.described = network, network.describe(network.actions)

    @torch.no_grad()
    def choose(self, states):
        device = self.network.bias.device
        legal = [state.legal_actions() for state in states]
        most = max(map(len, legal))
        padded = np.array([row + [-1] * (most - len(row)) for row in legal])
        looks = np.array([state.observation(state.current) for state in states])
        logs, _ = self.network(torch.from_numpy(looks).to(device), torch.from_numpy(padded).to(device),
                               self.described)
        return padded[np.arange(len(states)), logs.argmax(1).cpu().numpy()].tolist()


def agent_of(saved, _visits, _room):
    network = Network(*saved["shape"])
    network.load_state_dict(saved["weights"])
    return Agent(network.to(torch.device("cuda" if torch.cuda.is_available() else "cpu")))


def main():
    words = argparse.ArgumentParser()
    for name, value, meaning in (
            ("seconds", 300.0, "to learn"), ("every", 30.0, "seconds between measurements"),
            ("lanes", 1024, "games at once"), ("steps", 64, "per lane and iteration"), ("parts", 8, "per iteration"),
            ("epochs", 2, ""), ("width", 512, "of the network"), ("threads", 1, "that play"),
            ("games", 100, "per measurement")):
        words.add_argument("--" + name, type=type(value), default=value, help=meaning)
    words.add_argument("--against", default="level:2,level:4")
    words.add_argument("--save")
    words.add_argument("--log", help="a line of JSON per measurement")
    words.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    asked = words.parse_args()
    torch.manual_seed(1)
    if asked.quick:
        for name, value in (("seconds", 0.0), ("lanes", 16), ("steps", 8), ("width", 16), ("games", 2),
                            ("against", "level:0")):
            setattr(asked, name, value)

    def report(network, seconds, decisions, games):
        start, line = time.time(), {"seconds": round(seconds, 1), "moves": decisions, "games": games}
        for opponent, points in league(Agent(network), "quibbles", asked.against.split(","), asked.games,
                                       asked.threads, "curve").items():
            line[opponent] = [round(number, 4) for number in share(points)]
        print(f"{line} in {time.time() - start:.0f} s", flush=True)
        if asked.log:
            with open(asked.log, "a", encoding="ascii") as file:
                file.write(json.dumps(line) + "\n")

    train(asked, report)


if __name__ == "__main__":
    main()
