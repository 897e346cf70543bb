"""agents.py: how strong a trained network is: against the levels, all games at once, or in `pond match`.

quibbles_ppo.py and rribbit_zero.py train networks and measure them with this. By hand:

    ./pond python examples/python/agents.py net.pt --games 400          levels 1 to 6, in pairs
    ./pond match rribbit level:3 'cmd:./pond python examples/python/agents.py net.pt --engine' --games 400

With --engine it speaks the engine protocol (docs/engine-protocol.md). It needs python3-torch and ends at once
where that is not installed.
"""
import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pond

OPTIONS = {"quibbles": "players=2", "rribbit": ""}
TURNS_MAX = 300  # a game that is longer counts as a draw


class Table:
    """One game of an agent against a computer player."""

    def __init__(self, name, seed, number, opponent):
        self.own, self.opponent, self.number = number % 2, opponent, number
        self.match = pond.Game(name, OPTIONS[name]).match(f"{seed}-{number // 2}", entries_max=8000)
        self.kept = self.match.game.new() if name == "rribbit" else None  # knows repetition
        rng = np.random.default_rng([number // 2, *seed.encode()])
        for _ in range(4 if name == "rribbit" else 0):  # a random opening, played from both sides
            self.move(str(rng.choice(self.match.legal_moves(self.match.turn[0]))))

    def state(self):
        return self.match.state() if self.kept is None else self.kept

    def move(self, text):
        if self.kept is not None:
            self.kept.apply(self.kept.action_of(text))
        self.match.submit(self.match.turn[0], text)

    @property
    def over(self):
        return self.match.over or self.match.turns >= TURNS_MAX

    @property
    def points(self):
        outcome, winner, _ = self.match.result
        return 0.5 if outcome != "won" else float(winner == self.own)


def league(agent, name, opponents, games, threads=1, seed="league"):
    """Plays that many games against each opponent, all of them side by side. {opponent: points by game}"""
    tables = [Table(name, seed, number, opponent) for opponent in opponents for number in range(games)]
    players = {(opponent, slot): pond.Player(opponent, seed=slot + 1)
               for opponent in opponents for slot in range(threads)}

    def answer(slot):  # one thread's share, always the same tables
        for table in waiting[slot::threads]:
            table.move(players[table.opponent, slot].choose(table.match, table.match.turn[0]))

    with ThreadPoolExecutor(threads) as pool:
        live = [table for table in tables if not table.over]
        while live:
            waiting = [table for table in live if table.match.turn[0] != table.own]
            mine = [table for table in live if table.match.turn[0] == table.own]
            work = [pool.submit(answer, slot) for slot in range(threads)]
            states = [table.state() for table in mine]
            for table, state, action in zip(mine, states, agent.choose(states) if mine else []):
                table.move(state.action_text(int(action)))
            for part in work:
                part.result()
            live = [table for table in live if not table.over]
    return {opponent: np.array([table.points for table in tables if table.opponent == opponent])
            for opponent in opponents}


def share(points):
    """The mean and half of its 95 % interval; a pair of games with sides exchanged is the unit."""
    pairs = points.reshape(-1, 2).mean(1)
    return float(points.mean()), float(1.96 * pairs.std(ddof=1) / np.sqrt(len(pairs))) if len(pairs) > 1 else 1.0


def told(points):
    mean, error = share(points)
    draws = int((points == 0.5).sum())
    return f"{100 * mean:.1f} % ± {100 * error:.1f} of {len(points)} games, {draws} drawn"


def load(path, visits, room):
    """The agent that a training script has saved, for that many games at once."""
    import torch
    if room == 1:
        torch.set_num_threads(1)
    saved = torch.load(path, map_location="cpu")
    module = __import__({"quibbles": "quibbles_ppo", "rribbit": "rribbit_zero"}[saved["game"]])
    return saved["game"], module.agent_of(saved, visits, room)


# ---- The engine protocol ----

def follow(before, state):
    """The state that one move makes of the one before, with its repetitions; or the state alone."""
    for action in before.legal_actions() if before is not None and not before.over else []:
        after = before.child(action)
        if after == state:
            return after
    return state


def engine(lines, path, visits):
    """Answers the lines of a tool. PyTorch takes its time to load: not before the first question."""
    agent = game = before = None
    asked = {}
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        asked[word] = rest
        if word == "pond-engine":
            print(f"id {path}\nok" if rest == "1" else "error version", flush=True)
        elif word == "options":
            game, before = pond.Game(asked["new"], rest), None  # a new game
        elif word == "go":
            if agent is None:
                _, agent = load(path, visits, 1)
            seat = int(asked["seat"])
            state = pond.View.read(game, seat, asked["view"]).sample()
            if game.name == "rribbit":
                state = follow(before, state)
            action = int(agent.choose([state])[0])
            print("best", state.action_text(action, seat), flush=True)
            before = state.child(action) if game.name == "rribbit" else None
        elif word == "quit":
            return


def main():
    words = argparse.ArgumentParser()
    words.add_argument("net", nargs="?", help="a file that --save wrote")
    words.add_argument("--engine", action="store_true", help="speak the engine protocol")
    words.add_argument("--games", type=int, default=400, help="against each opponent")
    words.add_argument("--against", default="level:1,level:2,level:3,level:4,level:5,level:6")
    words.add_argument("--visits", type=int, default=32, help="of the search (Rrib-bit); 0: the network alone")
    words.add_argument("--threads", type=int, default=1)
    words.add_argument("--seed", default="league")
    words.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    asked = words.parse_args()
    if asked.quick:
        first = type("First", (), {"choose": lambda _, states: [state.legal_actions()[0] for state in states]})
        print(told(league(first(), "rribbit", ["level:0"], 2)["level:0"]))
    elif asked.engine:
        engine(sys.stdin, asked.net, asked.visits)
    else:
        name, agent = load(asked.net, asked.visits, asked.games)
        start, against = time.time(), asked.against.split(",")
        for opponent, points in league(agent, name, against, asked.games, asked.threads, asked.seed).items():
            print(f"{name}, {opponent}: {told(points)}", flush=True)
        print(f"{time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
