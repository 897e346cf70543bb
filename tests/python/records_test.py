"""records_test.py: random games through the binding are those of the library, byte for byte.

`POND_PYTHON_GAMES=10000 tools/python-tests records` is the long form.
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
PART = 100  # games per call of the program


def games_of_the_library(name, options, seed, games):
    """What `pond random` writes: games 0 to `games`; game g has the seed SEED.g."""
    said = subprocess.run([POND, "random", name, "--options", options, "--seed", seed,
                           "--games", str(games + 1)], capture_output=True, text=True, check=True)
    return ["[Game " + text for text in said.stdout.split("[Game ")[1:]]


class Records(unittest.TestCase):
    def play(self, batch, seed):
        """One game by a batch's choices, made in a state by number and in a match by notation."""
        state, match = batch.game.new(seed=seed), batch.game.match(seed, entries_max=100000)
        while True:
            chosen = batch.sample()
            action = int(chosen[0])
            self.assertEqual(batch.seat[0], state.current)
            match.submit(state.current, state.action_text(action))
            state.apply(action)
            batch.step(chosen)
            if batch.done[0]:
                self.assertEqual(state.text, match.text)
                self.assertEqual(not match.over, batch.done[0] == 2)
                return match.record(limit=True)

    def test_games_by_actions_are_those_of_the_library(self):
        """Action by action through Batch, State and Match; and read again."""
        for name, options in SETS:
            for lane in range((GAMES + PART - 1) // PART):
                count = min(PART, GAMES - lane * PART)
                batch = pond.Batch(name, 1, options, f"bytes{lane}", turns_max=LIMITS[name])
                self.play(batch, f"bytes{lane}.0.0")
                theirs = games_of_the_library(name, options, f"bytes{lane}.0", count)
                for number in range(1, count + 1):
                    ours = self.play(batch, f"bytes{lane}.0.{number}")
                    self.assertEqual(ours, theirs[number].rstrip("\n") + "\n")
                batch.close()
                read = [match.record() for match in pond.Record.read("".join(theirs), 100000)]
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
