"""matches_test.py: games that `pond match` plays end the same way in every adapter, decision by decision.

A match with a fixed seed is played by the program; its records are then played again through the adapters by
action ids, with chance drawn by each game's own seed. `POND_MATCH_SEED` gives another seed.
"""
import os
import subprocess
import tempfile
import unittest

import numpy as np
import pond
from pond import adapters

POND, SEED = os.environ["POND"], os.environ.get("POND_MATCH_SEED", "adapters")
SETS = [("rribbit", "", ("level:1", "random")), ("rribbit", "turn=chain", ("level:1", "random")),
        ("quibbit", "players=2", ("level:1", "random")), ("quibbit", "players=4", ("level:1", "random")),
        ("quibbles", "players=2", ("level:2", "level:1")), ("quibbles", "players=3", ("level:2", "level:1"))]
DEALS = 3


def games(name, options, players):
    """The first game of each deal of a match, with the seeds SEED.0.0, SEED.0.1, ..."""
    seats = pond.Game(name, options).seats
    with tempfile.NamedTemporaryFile("r", suffix=".pond") as file:
        subprocess.run([POND, "match", name, *players, "--options", options, "--seed", f"{SEED}.0", "--games", str(DEALS * seats),
                        "--limit", "400", "--opening", "0", "--records", file.name], check=True, capture_output=True)
        return list(pond.Record.read(file.read()))[::seats]


def decisions(match):
    """All (seat, action) of a match; chains capture by capture."""
    state, found = match.game.new(seed=match.seed), []
    for again, seat, move in match._replay():
        if seat >= 0:
            before = len(state.history)
            state.play(again._written(seat, move), seat)
            found += state.history[before:]
    return state, found


class Matches(unittest.TestCase):
    def check(self, match, state, rewards):
        """Do the rewards say what the record says?"""
        outcome, winner, reason = match.result
        if reason == "limit":
            self.assertFalse(state.over)
            return
        self.assertEqual(state.result, match.result)
        self.assertEqual(state.text, match.text)
        self.assertEqual((match.returns, match.places, match.points), (state.returns, state.places, state.points))
        others = -1 / (match.game.seats - 1)
        wanted = [0.0 if winner is None else 1.0 if seat == winner else others for seat in range(match.game.seats)]
        self.assertTrue(np.allclose(rewards, wanted), (outcome, rewards))
        self.assertEqual([place == 1 for place in state.places], [seat == winner for seat in range(match.game.seats)]
                         if winner is not None else [outcome == "drawn"] * match.game.seats)

    def agents(self, env, match):
        """A PettingZoo environment at the start of this game."""
        env._seed, _, number = match.seed.rpartition(".")
        env._number = int(number)
        return env.reset()

    def in_turn(self, match, actions):
        env, total = adapters.AEC(match.game, turns_max=5000), np.zeros(match.game.seats)
        self.agents(env, match)
        for seat, action in actions:
            self.assertEqual(env.agent_selection, f"player_{seat}")
            env.step(action)
            total += [env.rewards[agent] for agent in env.possible_agents]
        return env.state_, total

    def together(self, match, actions):
        env, total, left = adapters.Parallel(match.game, turns_max=5000), np.zeros(match.game.seats), list(actions)
        self.agents(env, match)
        while left and env.agents:
            chosen = {f"player_{seat}": left.pop(0)[1] for seat in env.state_.turn}
            rewards = env.step(chosen)[1]
            total += [rewards[agent] for agent in env.possible_agents]
        self.assertEqual(left, [])
        return env.state_, total

    def open_spiel(self, match, actions):
        state = adapters.OpenSpielState(match.game, state=match.game.new(seed=match.seed, recall=True))
        for seat, action in actions:
            self.assertEqual(state.current_player(), seat)
            self.assertIn(action, state.legal_actions())
            state.apply_action(action)
        return state.state, state.returns()

    def test_every_adapter_ends_as_the_match_did(self):
        for name, options, players in SETS:
            vector = adapters.Vector(pond.Game(name, options), 1, seed=SEED, turns_max=100000)
            for number, match in enumerate(games(name, options, players)):
                self.assertEqual(match.seed, f"{SEED}.0.{number}")
                state, actions = decisions(match)
                for play in (self.in_turn, self.together, self.open_spiel):
                    self.check(match, *play(match, actions))
                for i, (seat, action) in enumerate(actions if vector else []):
                    self.assertEqual(vector.batch.seat[0], seat)
                    vector.step([action])
                    self.assertEqual(vector.batch.done[0], i + 1 == len(actions) and state.over)
                if vector and state.over:
                    self.check(match, state, vector.batch.reward[0])
                    self.assertEqual((tuple(vector.batch.points[0]), tuple(vector.batch.places[0])), (state.points, state.places))
                else:
                    vector = None  # a game that was cut off goes on in the lane


if __name__ == "__main__":
    unittest.main()
