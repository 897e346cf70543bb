"""adapters_test.py: other libraries' conventions, by what their own conformance tests ask for."""
import unittest

import numpy as np
from pond import adapters

SETS = [("rribbit", ""), ("rribbit", "turn=chain"), ("quibbit", "players=2"), ("quibbit", "players=4"),
        ("quibbles", "players=3")]


class PettingZoo(unittest.TestCase):
    def test_agents_take_turns(self):
        """PettingZoo's api_test: spaces, masks, sums of rewards, agents that leave with None."""
        for name, options in SETS:
            env = adapters.AEC(name, options, turns_max=12)
            for seed in range(3):
                env.reset(seed=seed)
                self.assertEqual(env.agents, env.possible_agents)
                self.assertIs(env.action_space(env.agents[0]), env.action_space(env.agents[0]))
                totals = {agent: 0.0 for agent in env.agents}
                steps = 0
                for agent in env.agent_iter():
                    look, reward, over, cut, info = env.last()
                    self.assertTrue(env.observation_space(agent).contains(look))
                    self.assertIsInstance(info, dict)
                    totals[agent] += reward
                    mask = look["action_mask"]
                    if over or cut:
                        self.assertEqual(mask.sum() if over else 0, 0)
                        env.step(None)
                    else:
                        self.assertGreater(mask.sum(), 0)
                        env.step(env.action_space(agent).sample(mask))
                    steps += 1
                    self.assertLess(steps, 10000)
                self.assertEqual(env.agents, [])
                self.assertAlmostEqual(sum(totals.values()), 0, places=5)

    def test_seeds_repeat_games(self):
        """PettingZoo's seed_test."""
        looks = []
        for _ in range(2):
            env = adapters.AEC("quibbles")
            env.reset(seed=7)
            looks.append(env.last()[0]["observation"])
        self.assertTrue((looks[0] == looks[1]).all())
        env.reset()
        self.assertFalse((env.last()[0]["observation"] == looks[0]).all())

    def test_all_agents_act_at_once(self):
        """PettingZoo's parallel_api_test."""
        for name, options in SETS:
            env = adapters.Parallel(name, options, turns_max=30)
            looks, infos = env.reset(seed=1)
            rounds = 0
            while env.agents:
                self.assertEqual(set(looks), set(env.agents))
                self.assertEqual(set(infos), set(env.agents))
                actions = {}
                for agent, look in looks.items():
                    mask = look["action_mask"]
                    actions[agent] = env.action_space(agent).sample(mask if mask.any() else None)
                looks, rewards, overs, cuts, infos = env.step(actions)
                self.assertAlmostEqual(sum(rewards.values()), 0, places=5)
                self.assertEqual(set(overs), set(cuts))
                rounds += 1
                self.assertLess(rounds, 10000)

    def test_an_illegal_choice_changes_nothing(self):
        env = adapters.Parallel("quibbit", "players=2")
        looks, _ = env.reset(seed=3)
        before = env.state_.copy()
        with self.assertRaises(ValueError):
            env.step({agent: 99 for agent in looks})
        self.assertEqual(env.state_, before)


class Vectors(unittest.TestCase):
    def test_gymnasium(self):
        env = adapters.Vector("quibbit", 16, "players=2")
        looks, info = env.reset(seed=5)
        self.assertTrue(env.observation_space.contains(looks))
        ended = 0
        for _ in range(200):
            actions = [env.single_action_space.sample(mask) for mask in info["action_mask"]]
            looks, rewards, overs, cuts, info = env.step(actions)
            self.assertTrue(env.observation_space.contains(looks))
            self.assertEqual((rewards.shape, overs.dtype, cuts.dtype), ((16,), bool, bool))
            self.assertTrue((rewards[~overs] == 0).all())
            ended += overs.sum()
        self.assertGreater(ended, 0)
        env.close()

    def test_puffer_fills_the_buffers_it_is_given(self):
        class Buffers:
            observations = np.zeros((8, 201), np.uint8)
            rewards = np.zeros(8, np.float32)
        buffers = Buffers()
        env = adapters.Puffer("quibbit", 8, "players=4", buf=buffers)
        looks, _ = env.reset(seed=1)
        self.assertIs(looks, buffers.observations)
        for _ in range(50):
            env.step(env.batch.sample())
        self.assertTrue((buffers.observations == env.batch.observation).all())


class OpenSpiel(unittest.TestCase):
    def test_random_playthroughs(self):
        """OpenSpiel's random simulation tests: actions sorted, masks, clones, histories, returns."""
        rng = np.random.default_rng(3)
        for name, options in SETS:
            state = adapters.OpenSpielState(name, options)
            for _ in range(120):
                if state.is_terminal():
                    break
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes())
                    self.assertAlmostEqual(sum(odds), 1)
                    state.apply_action(int(rng.choice(outcomes, p=odds)))
                    continue
                actions = state.legal_actions()
                self.assertEqual(actions, sorted(set(actions)))
                self.assertEqual(sum(state.legal_actions_mask()), len(actions))
                action = int(rng.choice(actions))
                self.assertTrue(state.action_to_string(state.current_player(), action))
                child, before = state.child(action), str(state)
                self.assertEqual(str(state), before)
                state.apply_action(action)
                self.assertEqual((str(child), child.history()), (str(state), state.history()))
                for player in range(state.num_players()):
                    self.assertEqual(child.information_state_string(player),
                                     state.information_state_string(player))
                    self.assertEqual(len(state.observation_tensor(player)),
                                     state.game.observation_size)
            self.assertEqual(len(state.returns()), state.num_players())
            self.assertAlmostEqual(sum(state.returns()), 0, places=5)


if __name__ == "__main__":
    unittest.main()
