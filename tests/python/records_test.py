"""records_test.py: random games through the binding are those of the library, byte for byte.

`POND_PYTHON_GAMES=10000 tools/python-tests records` is the long form. In parts: POND_PYTHON_SETS="quibbles players=2"
plays these options alone, and another POND_PYTHON_SEED plays other games.
"""
import os
import subprocess
import unittest

import pond

POND = os.environ["POND"]
GAMES = int(os.environ.get("POND_PYTHON_GAMES", "15"))
LIMITS = {"rribbit": 1000, "quibbit": 1000, "quibbles": 2000}
SETS = [("rribbit", ""), ("quibbit", "players=2"), ("quibbit", "players=3"), ("quibbit", "players=4"),
        ("quibbles", "players=2"), ("quibbles", "players=3"), ("quibbles", "players=4"),
        ("quibbles", "players=5")]
if os.environ.get("POND_PYTHON_SETS"):
    SETS = [tuple(os.environ["POND_PYTHON_SETS"].split(" "))]
SEED = os.environ.get("POND_PYTHON_SEED", "bytes")
PART = 100  # games per lane of a batch
ENTRIES = 40000  # more than the longest of these games needs


def games_of_the_library(name, options, seed, games):
    """What `pond random` writes: games 0 to `games`; game g has the seed SEED.g."""
    said = subprocess.run([POND, "random", name, "--options", options, "--seed", seed,
                           "--games", str(games + 1)], capture_output=True, text=True, check=True)
    return ["[Game " + text for text in said.stdout.split("[Game ")[1:]]


class Lane:
    """A lane's games by the batch's choices, made in a state by number and in a match by notation."""

    def __init__(self, game, seed, games):
        self.game, self.seed, self.left, self.number, self.records = game, seed, games, 0, []
        self.begin()

    def begin(self):
        seed = f"{self.seed}.{self.number}"
        self.state, self.match = self.game.new(seed=seed), self.game.match(seed, entries_max=ENTRIES)

    def act(self, action):
        self.match.submit(self.state.current, self.state.action_text(action))
        self.state.apply(action)

    def end(self):
        self.records.append(self.match.record(limit=True))
        self.number, self.left = self.number + 1, self.left - 1
        self.begin()


class Records(unittest.TestCase):
    def play(self, batch, lanes):
        """Plays all games of all lanes, action by action through Batch, State and Match."""
        while any(lane.left for lane in lanes):
            chosen, seats = batch.sample(), batch.seat.tolist()
            for lane, action, seat in zip(lanes, chosen.tolist(), seats):
                if lane.left:
                    if seat != lane.state.current:
                        self.fail(f"seat {seat} acts in the batch, {lane.state.current} in the state")
                    lane.act(action)
            batch.step(chosen)
            for number in batch.done.nonzero()[0]:
                lane = lanes[number]
                if lane.left:
                    self.assertEqual(lane.state.text, lane.match.text)
                    self.assertEqual(not lane.match.over, batch.done[number] == 2)
                    lane.end()

    def test_games_by_actions_are_those_of_the_library(self):
        """As records, and read again."""
        for name, options in SETS:
            counts = [min(PART, GAMES - first) for first in range(0, GAMES, PART)]
            batch = pond.Batch(name, len(counts), options, SEED, turns_max=LIMITS[name])
            lanes = [Lane(batch.game, f"{SEED}.{number}", count + 1) for number, count in enumerate(counts)]
            self.play(batch, lanes)
            batch.close()
            for lane, count in zip(lanes, counts):
                theirs = games_of_the_library(name, options, lane.seed, count)
                self.assertEqual(lane.records[1:], [text.rstrip("\n") + "\n" for text in theirs[1:]])
                read = [match.record() for match in pond.Record.read("".join(theirs), ENTRIES)]
                self.assertEqual("\n".join(read), "".join(theirs))

    def test_chains(self):
        """A batch chooses chains capture by capture, so here the library chooses."""
        options = "turn=chain,win=row-or-seven"
        theirs = games_of_the_library("rribbit", options, "chains", GAMES)
        for number, text in enumerate(theirs):
            match = pond.Game("rribbit", options).match(f"chains.{number}" if number else "chains")
            self.assertEqual(match.play_random(1000).record(limit=True), text.rstrip("\n") + "\n")

    def test_a_file_of_many_games_is_read_once(self):
        """Reading from the beginning for every game would not end in time."""
        parts = [pond.Game("rribbit").match(f"n{i}").play_random(4).record() for i in range(100)]
        read = list(match.seed for match in pond.Record.read("\n".join(parts * 100), 128))
        self.assertEqual(read, [f"n{i}" for i in range(100)] * 100)

    def test_names_and_mistakes(self):
        match = pond.Game("quibbles").match("names").play_random(3)
        text = match.record(["Ada", "Ben \\"])
        again = next(pond.Record.read(text))
        self.assertEqual((again.names[:2], again.seed, again.record()), (["Ada", "Ben \\"], "names", text))
        with self.assertRaises(pond.PondError) as caught:
            list(pond.Record.read(text + "\n[Game rribbit]\nnonsense\n"))
        self.assertIn(f"line {text.count(chr(10)) + 2}", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
