"""selfplay_ppo.py: PPO in PyTorch on any two-player game of pond, by self-play; on a GPU where there is one.

One network plays all seats of thousands of games at once: it says how likely each legal action is and how
the game will end for the seat that acts. Where the seat changes from one decision to the next, what is good
for one is bad for the other, so the next value counts with its sign turned. In Quibbles random games hardly
ever end, so progress with the collection is rewarded on the way, in a form that does not change what good play
is (a potential). With --search the agent plays Rrib-bit by a tree search that the network guides, as AlphaZero's
players do.

    ./pond python examples/python/selfplay_ppo.py --game quibbles --seconds 120 --save net.pt
    ./pond python examples/python/selfplay_ppo.py --game rribbit --load net.pt --games 200 --search 100
    ./pond python examples/python/selfplay_ppo.py --quick

It needs python3-torch and ends at once where that is not installed.
"""
import argparse
import sys
import time

import numpy as np
import pond

try:
    import torch
    from torch import nn
except ImportError:
    print("PyTorch is not installed: apt-get install python3-torch")
    sys.exit(0)

OPTIONS = {"quibbles": "players=2", "rribbit": "", "quibbit": "players=2"}
TURNS_MAX = {"quibbles": 300, "rribbit": 120, "quibbit": 100}
TOTAL = 25  # where a seat's part of an observation of Quibbles has its collection's total
DISCOUNT, TRACE, CLIP, ENTROPY, RATE = 0.997, 0.95, 0.2, 0.01, 5e-4


class Network(nn.Module):
    def __init__(self, game, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(game.observation_size, width), nn.ReLU(),
                                  nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, game.action_count), nn.Linear(width, 1)

    def forward(self, observation, mask):
        """Logarithms of the probabilities, and the value for the seat that acts."""
        body = self.body(torch.log1p(observation.float()))
        logits = self.policy(body).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(logits, 1), torch.tanh(self.value(body)[:, 0])


def potential(game, observation):
    """How far the seat that acts is ahead, where that helps to learn."""
    if game.name != "quibbles":
        return torch.zeros(len(observation), device=observation.device)
    seats = next(field for field in game.fields if field.name == "seats")
    totals = [observation[:, seats.start + seat * seats.shape[1] + TOTAL].float() for seat in range(2)]
    return 0.5 * (totals[0] - totals[1]) / 21


class Rollout:
    """Decisions of all lanes in order, on the device."""

    def __init__(self, batch, network, steps, device):
        self.batch, self.network, self.steps, self.device = batch, network, steps, device
        self.look()

    def look(self):
        self.now = torch.from_numpy(self.batch.observation.copy()).to(self.device)
        self.mask = torch.from_numpy(self.batch.mask.copy()).to(self.device)
        self.seat = torch.from_numpy(self.batch.seat.astype(np.int64)).to(self.device)

    @torch.no_grad()
    def play(self):
        kept = {name: [] for name in ("look", "mask", "action", "log", "value", "reward", "over", "turn")}
        for _ in range(self.steps):
            logs, value = self.network(self.now, self.mask)
            action = torch.multinomial(logs.exp(), 1)[:, 0]
            before, seat, look = potential(self.batch.game, self.now), self.seat, self.now
            kept["look"].append(look), kept["mask"].append(self.mask), kept["action"].append(action)
            kept["log"].append(logs.gather(1, action[:, None])[:, 0]), kept["value"].append(value)
            self.batch.step(action.cpu().numpy())
            self.look()
            over = torch.from_numpy(self.batch.done > 0).to(self.device)
            turn = torch.where(self.seat == seat, 1.0, -1.0)  # whose value comes next
            rewards = torch.from_numpy(self.batch.reward.copy()).to(self.device)
            after = torch.where(over, torch.zeros_like(before), turn * potential(self.batch.game, self.now))
            reward = rewards.gather(1, seat[:, None])[:, 0] * over + DISCOUNT * after - before
            kept["reward"].append(reward), kept["over"].append(over), kept["turn"].append(turn)
        _, last = self.network(self.now, self.mask)
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


def learn(network, optimiser, kept, last, parts):
    gains = advantages(kept, last)
    returns = (gains + kept["value"]).flatten().clamp(-1, 1)
    gains = ((gains - gains.mean()) / (gains.std() + 1e-6)).flatten()
    flat = {name: kept[name].flatten(0, 1) for name in ("look", "mask", "action", "log")}
    for part in torch.randperm(len(gains), device=gains.device).chunk(parts):
        logs, value = network(flat["look"][part], flat["mask"][part])
        ratio = (logs.gather(1, flat["action"][part][:, None])[:, 0] - flat["log"][part]).exp()
        gain = gains[part]
        policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        spread = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
        loss = policy + 0.5 * (value - returns[part]).square().mean() - ENTROPY * spread
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()


def train(name, seconds, lanes, steps, width, threads, report):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    batch = pond.Batch(name, lanes, OPTIONS[name], seed="ppo", turns_max=TURNS_MAX[name], threads=threads)
    network = Network(batch.game, width).to(device)
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    rollout, start, iterations, told = Rollout(batch, network, steps, device), time.time(), 0, 0.0
    while time.time() - start < seconds or iterations == 0:
        left = 1 - (time.time() - start) / max(seconds, 1e-9)
        optimiser.param_groups[0]["lr"] = RATE * max(left, 0.05)
        learn(network, optimiser, *rollout.play(), parts=8)
        iterations += 1
        if time.time() - start - told > 40:
            told = time.time() - start
            report(network, told, iterations * lanes * steps)
    batch.close()
    return network.cpu(), iterations * lanes * steps


# ---- Playing ----

class Agent:
    """Plays by the network: what it likes best, or what a search of so many visits likes best."""

    def __init__(self, network, visits=0):
        self.network, self.visits = network, visits

    @torch.no_grad()
    def ask(self, state, seat):
        logs, value = self.network(torch.from_numpy(state.observation(seat))[None],
                                   torch.from_numpy(state.legal_mask(seat))[None])
        return logs[0].exp().numpy(), float(value[0])

    def choose(self, state, seat, rng):
        odds, _ = self.ask(state, seat)
        if self.visits == 0 or len(state.turn) != 1:
            odds = odds ** 2  # a little surer than in training
            return int(rng.choice(len(odds), p=odds / odds.sum()))
        return self.search(state)

    def search(self, root):
        """PUCT (Silver et al., 2017) in a game without chance or secrets."""
        tree = {}

        def grow(state):
            odds, value = self.ask(state, state.current)
            actions = state.legal_actions()
            tree[hash(state)] = np.array(actions), odds[actions], np.zeros(len(actions)), np.zeros(len(actions))
            return value

        def visit(state, depth):
            if hash(state) not in tree or depth > 60:
                return grow(state)
            actions, odds, counts, sums = tree[hash(state)]
            means = np.where(counts > 0, sums / np.maximum(counts, 1), 0.0)
            best = int((means + 1.5 * odds * np.sqrt(counts.sum() + 1) / (1 + counts)).argmax())
            seat, after = state.current, state.child(int(actions[best]))
            if after.over:
                value = after.returns[seat]
            else:
                value = visit(after, depth + 1) * (1 if after.current == seat else -1)
            counts[best] += 1
            sums[best] += value
            return value

        grow(root)
        for _ in range(self.visits):
            visit(root, 0)
        actions, _, counts, _ = tree[hash(root)]
        return int(actions[counts.argmax()])


def play(agent, name, opponent, number):
    """One game against a computer player; the agent's return."""
    own, game = number % 2, pond.Game(name, OPTIONS[name])
    match, rng = game.match(f"ppo-{number // 2}"), np.random.default_rng(number // 2)
    player = pond.Player(opponent, seed=number)
    if name == "rribbit":  # a random opening, played from both sides
        for _ in range(4):
            match.submit(match.turn[0], str(rng.choice(match.legal_moves(match.turn[0]))))
    while not match.over and match.turns < 2 * TURNS_MAX[name]:
        state = match.state()
        moves = {seat: player.choose(match, seat) if seat != own
                 else state.action_text(agent.choose(state, seat, rng), seat) for seat in match.turn}
        for seat, move in moves.items():
            match.submit(seat, move)
    outcome, winner, _ = match.result
    return 0.0 if outcome != "won" else 1.0 if winner == own else -1.0


def score(agent, name, opponent, games):
    """Share of points, and twice its standard error."""
    points = np.array([(play(agent, name, opponent, number) + 1) / 2 for number in range(games)])
    return f"{100 * points.mean():.1f} % ± {200 * points.std() / np.sqrt(games):.1f}"


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--game", default="quibbles", choices=sorted(OPTIONS))
    words.add_argument("--seconds", type=float, default=300, help="to learn")
    words.add_argument("--games", type=int, default=200, help="against each opponent")
    words.add_argument("--against", default="random,level:1,level:2,level:3,level:4,level:5,level:6")
    words.add_argument("--search", type=int, default=0, help="visits per move (Rrib-bit)")
    words.add_argument("--lanes", type=int, default=1024)
    words.add_argument("--steps", type=int, default=64)
    words.add_argument("--width", type=int, default=256)
    words.add_argument("--threads", type=int, default=1)
    words.add_argument("--load")
    words.add_argument("--save")
    words.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    asked = words.parse_args()
    torch.manual_seed(1)
    if asked.quick:
        asked.lanes, asked.steps, asked.width, asked.seconds, asked.games, asked.against = 16, 8, 16, 0, 1, "random"

    def report(network, seconds, decisions):
        copy = Network(pond.Game(asked.game, OPTIONS[asked.game]), asked.width)
        copy.load_state_dict({name: value.cpu() for name, value in network.state_dict().items()})
        print(f"{seconds:.0f} s, {decisions / 1e6:.1f} million decisions: "
              f"{score(Agent(copy), asked.game, 'level:2', 40)} against level:2", flush=True)

    if asked.load:
        network = Network(pond.Game(asked.game, OPTIONS[asked.game]), asked.width)
        network.load_state_dict(torch.load(asked.load, map_location="cpu"))
    else:
        network, decisions = train(asked.game, asked.seconds, asked.lanes, asked.steps, asked.width,
                                   asked.threads, report)
        print(f"learned from {decisions / 1e6:.2f} million decisions", flush=True)
    if asked.save:
        torch.save(network.state_dict(), asked.save)
    torch.set_num_threads(1)
    for opponent in asked.against.split(","):
        print(f"{asked.game}, {asked.search} visits, against {opponent}: "
              f"{score(Agent(network, asked.search), asked.game, opponent, asked.games)}", flush=True)


if __name__ == "__main__":
    main()
