"""rribbit_zero.py: AlphaZero's way to learn Rrib-bit, in PyTorch: thousands of games and their trees at once.

A convolutional network says which moves are likely and who will win. Each game keeps a small search tree
that the network guides; what the search prefers teaches the network. Two things make a few visits per
move enough: at the root, candidates are drawn with Gumbel noise and halved in rounds, and the policy learns from
the values of all moves instead of counts of visits (Danihelka et al., "Policy improvement by planning with
Gumbel", 2022). Values learn from the end of the game and, on the way to it, from later searches.

Node k of game g is lane k * games + g of a batch: one `copy` and one `step` grow all trees by one node, and the
network sees all new positions together. The trees' numbers are tensors on the GPU.

    ./pond python examples/python/rribbit_zero.py --seconds 300 --threads 16 --save zero.pt --log zero.jsonl
    ./pond python examples/python/agents.py zero.pt --games 400 --visits 64
    ./pond python examples/python/rribbit_zero.py --quick

It needs python3-torch and ends at once where that is not installed.
"""
import argparse
import copy
import json
import math
import sys
import time
import warnings

import numpy as np
import pond

from agents import league, share

try:
    import torch
    from torch import nn
    from torch.nn.utils.fusion import fuse_conv_bn_eval
except ImportError:
    print("PyTorch is not installed: apt-get install python3-torch")
    sys.exit(0)

ROWS, COLUMNS, PLANES, DIRECTIONS = 7, 9, 10, 8
CONSIDERED = 16     # candidates at the root
SURE, SCALE = 50, 0.25  # how much a value weighs against the network's opinion
TRACE = 0.95        # how far a value looks ahead before it trusts the search
RANDOM_PLIES = 4    # of a game: half of those moves are random, to see more openings
RATE, DECAY = 2e-3, 1e-4


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.one, self.two = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
        self.norm_one, self.norm_two = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)

    def forward(self, x):
        return torch.relu(x + self.norm_two(self.two(torch.relu(self.norm_one(self.one(x))))))


class Network(nn.Module):
    def __init__(self, channels, blocks):
        super().__init__()
        self.shape = channels, blocks
        self.first, self.norm = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.policy = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1), nn.ReLU(),
                                    nn.Conv2d(channels, DIRECTIONS, 1))
        self.value = nn.Sequential(nn.Conv2d(channels, 8, 1), nn.ReLU(), nn.Flatten(),
                                   nn.Linear(8 * ROWS * COLUMNS, 128), nn.ReLU(), nn.Linear(128, 1))

    def forward(self, observation):
        """A number for each action, and the value for the seat that acts."""
        kind = next(self.parameters()).dtype
        planes = observation.view(-1, PLANES, ROWS, COLUMNS).to(kind)
        planes = torch.cat([planes[:, :7], planes[:, 7:9] / 40, planes[:, 9:]], 1)
        if planes.is_cuda:
            planes = planes.contiguous(memory_format=torch.channels_last)
        body = self.blocks(torch.relu(self.norm(self.first(planes))))
        policy = self.policy(body).permute(0, 2, 3, 1).reshape(len(planes), -1)
        return policy.float(), torch.tanh(self.value(body)[:, 0].float())


def fast(network, device):
    """A copy for playing: batch normalisation becomes part of the convolutions; half the bits on a GPU."""
    made = copy.deepcopy(network).eval()
    made.first, made.norm = fuse_conv_bn_eval(made.first, made.norm), nn.Identity()
    for block in made.blocks:
        block.one, block.norm_one = fuse_conv_bn_eval(block.one, block.norm_one), nn.Identity()
        block.two, block.norm_two = fuse_conv_bn_eval(block.two, block.norm_two), nn.Identity()
    if device.type == "cuda":
        made = made.to(torch.bfloat16).to(memory_format=torch.channels_last)
    return made.to(device)


# ---- Search ----

def considered(candidates, visits):
    """How often the candidate to visit next has been visited, by visit: sequential halving."""
    if candidates <= 1:
        return list(range(visits))
    found, seen, left, rounds = [], [0] * candidates, candidates, math.ceil(math.log2(candidates))
    while len(found) < visits:
        for _ in range(max(1, visits // (rounds * left))):
            found += seen[:left]
            seen[:left] = [count + 1 for count in seen[:left]]
        left = max(2, left // 2)
    return found[:visits]


def seen(array):
    """A tensor where an array of the batch lies, which we only read; PyTorch warns that we could write."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return torch.from_numpy(array)


class Search:
    """Trees of all games of a batch, grown together."""

    def __init__(self, games, visits, threads, device, seed="zero", turns_max=200):
        self.games, self.visits, self.device = games, visits, device
        self.batch = pond.Batch("rribbit", games * (visits + 1), seed=seed, mask=False, threads=threads,
                                turns_max=turns_max)
        self.most = self.batch.legal.shape[1]
        self.look_at = seen(self.batch.observation)
        self.legal_at = seen(self.batch.legal.view(np.int16))
        self.count_at = seen(self.batch.legal_count.view(np.int16))
        if device.type == "cuda":  # lets the GPU read the arrays where they are
            for array in (self.look_at, self.legal_at, self.count_at):
                torch.cuda.cudart().cudaHostRegister(array.data_ptr(), array.numel() * array.element_size(), 0)
        self.table = torch.tensor([considered(min(n, CONSIDERED), max(visits, 1)) for n in range(self.most + 1)],
                                  device=device)

    def look(self, node, count):
        """What the acting seats see at that node of each game, and their legal actions."""
        lanes = slice(node * self.games, node * self.games + count)
        look, legal, counts = (array[lanes].to(self.device, non_blocking=True)
                               for array in (self.look_at, self.legal_at, self.count_at))
        return look, legal.long(), torch.arange(self.most, device=self.device) < counts[:, None]

    def opinion(self, network, node, count):
        look, legal, valid = self.look(node, count)
        policy, value = network(look)
        legal = legal.masked_fill(~valid, 0)
        return look, legal, valid, policy.gather(1, legal).masked_fill(~valid, -1e9), value

    def completed(self, node):
        """Values of all moves at a node of each game: those not visited get the mean that the others suggest."""
        logits, visits, sums = (array[self.every, node] for array in (self.logits, self.counts, self.sums))
        seen, total = visits > 0, visits.sum(1)
        odds, means = torch.softmax(logits, 1), sums / visits.clamp(min=1)
        known = (odds * seen).clamp(min=1e-9) * seen
        mean = (known * means).sum(1) / known.sum(1).clamp(min=1e-9)
        mixed = (self.raw[self.every, node] + total * mean) / (1 + total)
        values = torch.where(seen, means, mixed[:, None])
        return logits + (SURE + visits.max(1, keepdim=True)[0]) * SCALE * values, values, visits, total

    def inner(self, node):
        """Below the root: the move whose share of visits is furthest behind the improved policy."""
        improved, _, visits, total = self.completed(node)
        score = torch.softmax(improved, 1) - visits / (1 + total[:, None])
        return score.masked_fill(self.logits[self.every, node] < -1e8, -1e9).argmax(1)

    def at_root(self, gumbel, due):
        improved, _, visits, _ = self.completed(torch.zeros_like(self.every))
        return (gumbel + improved).masked_fill(visits != due[:, None], -1e10).argmax(1)

    def descend(self, slot):
        """From a move at the root to one that leads out of the tree, or to the end of the game."""
        node, depth = torch.zeros_like(self.every), 1
        while True:
            after = self.child[self.every, node, slot]
            on = (after >= 0) & ~self.ended[self.every, after.clamp(min=0)]
            if not bool(on.any()):
                return node, slot, depth
            node = torch.where(on, after, node)
            slot = torch.where(on, self.inner(node), slot)
            depth += 1

    def climb(self, node, value, depth):
        """Backs up the value, from the view of the player who moved to the new node; the sign flips at each ply."""
        for _ in range(depth):
            above, slot = self.parent[self.every, node], self.by[self.every, node]
            alive = (node > 0).float()
            self.counts[self.every, above, slot] += alive
            self.sums[self.every, above, slot] += alive * value
            node, value = above, -value

    def clear(self, count, first):
        shape, device = (count, self.visits + 1), self.device
        self.every = torch.arange(count, device=device)
        self.legal = torch.zeros(*shape, self.most, dtype=torch.long, device=device)
        self.logits, self.counts, self.sums = (torch.zeros(*shape, self.most, device=device) for _ in range(3))
        self.child = torch.full((*shape, self.most), -1, dtype=torch.long, device=device)
        self.raw = torch.zeros(shape, device=device)
        self.ended = torch.zeros(shape, dtype=torch.bool, device=device)
        self.parent, self.by = (torch.zeros(shape, dtype=torch.long, device=device) for _ in range(2))
        _, self.legal[:, 0], valid, self.logits[:, 0], self.raw[:, 0] = first
        return valid

    def grow(self, network, number, node, slot, depth):
        """One new node per game."""
        batch, count, start = self.batch, len(self.every), number * self.games
        action = self.legal[self.every, node, slot].cpu().numpy()
        source = (node * self.games + self.every).cpu().numpy()
        batch.copy(source, start)
        batch.step(action, start)
        lanes = slice(start, start + count)
        ended = torch.from_numpy(batch.done[lanes] > 0).to(self.device)
        mover = batch.seat[source].astype(np.int64)  # a game that was cut off is worth nothing
        reward = torch.from_numpy(batch.reward[lanes][np.arange(count), mover]).to(self.device)
        _, self.legal[:, number], _, self.logits[:, number], value = self.opinion(network, number, count)
        self.raw[:, number], self.ended[:, number] = value, ended
        self.parent[:, number], self.by[:, number] = node, slot
        self.child[self.every, node, slot] = number
        self.climb(torch.full_like(node, number), torch.where(ended, reward, -value), depth)

    @torch.no_grad()
    def run(self, network, count, noise):
        """Searches at the first `count` lanes. What they see, their legal actions (-1: none) with the improved
        policy, the values, and the chosen actions."""
        first = self.opinion(network, 0, count)
        valid = self.clear(count, first)
        gumbel = torch.zeros_like(self.logits[:, 0])
        if noise:
            gumbel = -torch.log(-torch.log(torch.rand_like(gumbel).clamp(1e-9, 1 - 1e-7)))
        numbers = self.table[valid.sum(1)]
        for number in range(1, self.visits + 1):
            slot = self.at_root(gumbel.masked_fill(~valid, -1e9), numbers[:, number - 1])
            self.grow(network, number, *self.descend(slot))
        improved, values, visits, _ = self.completed(torch.zeros_like(self.every))
        policy = torch.softmax(improved.masked_fill(~valid, -1e9), 1)
        tried = visits.masked_fill(~valid, -1)
        best = (gumbel + improved).masked_fill(tried < tried.max(1, keepdim=True)[0], -1e10).argmax(1)
        return (first[0], torch.where(valid, self.legal[:, 0], -1), policy, (policy * values).sum(1),
                self.legal[self.every, 0, best])


class Agent:
    """Plays by search; with no visits, what the network likes best."""

    def __init__(self, network, visits, device, games=1, threads=1):
        self.network, self.search = fast(network, device), Search(games, visits, threads, device, turns_max=1000)

    def choose(self, states):
        found, room = [], self.search.games
        for first in range(0, len(states), room):
            part = states[first:first + room]
            for lane, state in enumerate(part):
                self.search.batch.put(lane, state)
            found += self.search.run(self.network, len(part), False)[4].tolist()
        return found


def agent_of(saved, visits, room):
    network = Network(*saved["shape"])
    network.load_state_dict(saved["weights"])
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return Agent(network, visits, device, room)


# ---- Learning ----

class Play:
    """Self-play in all lanes; keeps the last windows of moves, with what they teach."""

    def __init__(self, search, windows):
        self.search, self.windows, self.kept = search, windows, []
        self.plies = np.zeros(search.games, np.int64)
        self.rng = np.random.default_rng(1)
        self.ends = [0, 0]  # games, and those with a winner

    def move(self, network):
        games, batch = self.search.games, self.search.batch
        look, legal, policy, value, action = self.search.run(network, games, True)
        action, mover = action.cpu().numpy(), batch.seat[:games].astype(np.int64)
        stray = (self.plies < RANDOM_PLIES) & (self.rng.random(games) < 0.5)
        drawn = (self.rng.random(games) * batch.legal_count[:games]).astype(np.int64)
        action = np.where(stray, batch.legal[np.arange(games), drawn], action)
        batch.step(action, 0)
        over = batch.done[:games] > 0
        self.plies = np.where(over, 0, self.plies + 1)
        reward = batch.reward[:games][np.arange(games), mover]
        self.ends[0] += int(over.sum())
        self.ends[1] += int((reward != 0).sum())
        device = self.search.device
        return (look.clone(), legal.to(torch.int16), policy.half(), value,
                torch.from_numpy(over).to(device), torch.from_numpy(reward).to(device))

    @torch.no_grad()
    def window(self, network, moves):
        """Plays that many moves in each game and works out what their values should have been."""
        look, legal, policy, value, over, reward = (torch.stack(part) for part in
                                                    zip(*(self.move(network) for _ in range(moves))))
        later = self.search.opinion(network, 0, self.search.games)[4]
        target, coming = torch.zeros_like(value), later
        for t in range(moves - 1, -1, -1):
            target[t] = torch.where(over[t], reward[t], -((1 - TRACE) * later + TRACE * coming))
            later, coming = value[t], target[t]
        self.kept.append([part.flatten(0, 1) for part in (look, legal, policy, target)])
        self.kept = self.kept[-self.windows:]


def learn(network, optimiser, kept, steps, size):
    """Some steps of gradient descent on random moves of the last windows; mean losses."""
    network.train()
    told = torch.zeros(2, device=kept[0][0].device)
    for _ in range(steps):
        part = kept[int(torch.randint(len(kept), ()))]
        rows = torch.randint(len(part[0]), (size,), device=told.device)
        look, legal, policy, target = (array[rows] for array in part)
        with torch.autocast(told.device.type, torch.bfloat16, enabled=told.is_cuda):
            logits, value = network(look)
        legal = legal.long()
        logs = torch.log_softmax(logits.gather(1, legal.clamp(min=0)).masked_fill(legal < 0, -1e9), 1)
        loss = -(policy.float() * logs.clamp(min=-30)).sum(1).mean(), (value - target).square().mean()
        optimiser.zero_grad(set_to_none=True)
        (loss[0] + loss[1]).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        told += torch.stack(loss).detach()
    return (told / steps).tolist()


def save(path, network):
    if path:
        weights = {name: value.cpu().clone() for name, value in network.state_dict().items()}
        torch.save({"game": "rribbit", "shape": network.shape, "weights": weights}, path)


def train(asked, report):
    """Plays and learns in turn until the time is up. The clock stands still while `report` measures."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = Network(asked.channels, asked.blocks).to(device)
    if device.type == "cuda":
        network = network.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    play = Play(Search(asked.lanes, asked.visits, asked.threads, device), asked.windows)
    spent, told, iterations = 0.0, 0.0, 0
    while spent < asked.seconds or iterations == 0:
        start = time.time()
        optimiser.param_groups[0]["lr"] = RATE * max(0.03, 1 - spent / max(asked.seconds, 1e-9))
        play.window(fast(network, device), asked.moves)
        losses = learn(network, optimiser, play.kept, asked.updates, asked.size)
        spent += time.time() - start
        iterations += 1
        moves = iterations * asked.moves * asked.lanes
        print(f"{spent:.0f} s, {moves / 1e6:.2f} million moves, {play.ends[0]} games, {play.ends[1]} won, "
              f"losses {losses[0]:.3f} {losses[1]:.3f}", flush=True)
        if spent - told > asked.every or spent >= asked.seconds:
            told = spent
            save(asked.save, network)
            report(network, spent, moves, play.ends[0])
    return network


def main():
    words = argparse.ArgumentParser()
    for name, value, meaning in (
            ("seconds", 300.0, "to learn"), ("every", 40.0, "seconds between measurements"),
            ("lanes", 2048, "games at once"), ("visits", 32, "per move"), ("moves", 16, "per window"),
            ("windows", 6, "to learn from"), ("updates", 64, "per window"), ("size", 2048, "of a minibatch"),
            ("channels", 64, ""), ("blocks", 4, ""), ("threads", 1, "that play"), ("games", 100, "per measurement")):
        words.add_argument("--" + name, type=type(value), default=value, help=meaning)
    words.add_argument("--against", default="level:2,level:4")
    words.add_argument("--save")
    words.add_argument("--log", help="a line of JSON per measurement")
    words.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    asked = words.parse_args()
    torch.manual_seed(1)
    if asked.quick:
        for name, value in (("seconds", 0.0), ("lanes", 8), ("visits", 4), ("moves", 2), ("updates", 2), ("size", 8),
                            ("channels", 8), ("blocks", 1), ("games", 2), ("against", "level:0")):
            setattr(asked, name, value)

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    agent = Agent(Network(asked.channels, asked.blocks), asked.visits, device,
                  256 if device.type == "cuda" else 2, asked.threads)

    def report(network, seconds, moves, games):
        agent.network = fast(network, device)
        start, line = time.time(), {"seconds": round(seconds, 1), "moves": moves, "games": games}
        for opponent, points in league(agent, "rribbit", asked.against.split(","), asked.games, asked.threads,
                                       "curve").items():
            line[opponent] = [round(number, 4) for number in share(points)]
        print(f"{line} in {time.time() - start:.0f} s", flush=True)
        if asked.log:
            with open(asked.log, "a", encoding="ascii") as file:
                file.write(json.dumps(line) + "\n")

    train(asked, report)


if __name__ == "__main__":
    main()
