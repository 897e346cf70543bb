"""adapters_test.py: other libraries' conventions, by what their own conformance tests ask for."""
import importlib.util
import io
import unittest
import warnings
from contextlib import redirect_stdout

import numpy as np
from pond import adapters

SETS = [("rribbit", ""), ("rribbit", "turn=chain"), ("quibbit", "players=2"), ("quibbit", "players=4"),
        ("quibbles", "players=3")]


class PettingZoo(unittest.TestCase):
    def choose(self, env, agent, look, over):
        return None if over else env.action_space(agent).sample(look["action_mask"])

    def test_agents_take_turns(self):
        """play_test of PettingZoo's api_test: rewards add up, agents leave, nothing is reported for those that have."""
        for name, options in SETS:
            env = adapters.AEC(name, options, turns_max=12)
            for seed in range(3):
                env.reset(seed=seed, options={"options": 1})
                self.assertEqual((env.agents, env.num_agents), (env.possible_agents, env.max_num_agents))
                self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
                self.assertIsNone(env.last(observe=False)[0])
                gone, due, totals = set(), dict.fromkeys(env.agents, 0.0), dict.fromkeys(env.agents, 0.0)
                for agent in env.agent_iter(10000):
                    self.assertNotIn(agent, gone)
                    look, reward, over, cut, info = env.last()
                    self.assertTrue(env.observation_space(agent).contains(look))
                    self.assertEqual((over, cut, info), (env.terminations[agent], env.truncations[agent], env.infos[agent]))
                    self.assertEqual({type(over), type(cut), type(info)}, {bool, dict})
                    self.assertEqual(reward, due[agent])
                    totals[agent] += reward
                    due[agent] = 0.0
                    if over or cut:
                        gone.add(agent)
                    if over or not cut:
                        self.assertEqual(look["action_mask"].any(), not over)
                    self.assertIsNone(env.step(self.choose(env, agent, look, over or cut)))
                    for each, part in env.rewards.items():
                        due[each] += float(part)
                    for told in (env.rewards, env.terminations, env.truncations, env.infos):
                        self.assertEqual(set(told), set(env.agents))
                self.assertEqual((env.agents, env.num_agents, gone), ([], 0, set(env.possible_agents)))
                self.assertAlmostEqual(sum(totals.values()), 0, places=5)

    def test_spaces_and_actions(self):
        """test_observation_action_spaces and test_action_flexibility of api_test."""
        for name, options in SETS:
            for env in (adapters.AEC(name, options), adapters.Parallel(name, options)):
                env.reset(seed=0)
                self.assertIs(env.unwrapped, env)
                for agent in env.agents:
                    self.assertRegex(agent, "^[a-z]+_[0-9]+$")
                    self.assertIs(env.observation_space(agent), env.observation_space(agent))
                    self.assertIs(env.action_space(agent), env.action_space(agent))
                    self.assertEqual(env.observation_space(agent), env.observation_space(env.agents[0]))
                    self.assertTrue(env.observation_space(agent).contains(env.observation_space(agent).sample()))
                    self.assertTrue(env.action_space(agent).contains(env.action_space(agent).sample()))
            env = adapters.AEC(name, options)
            for kind in (int, np.int32):
                env.reset(seed=0)
                env.step(kind(np.flatnonzero(env.last()[0]["action_mask"])[0]))

    def test_their_own_conformance_tests(self):
        """Where PettingZoo is installed. Its parallel_seed_test chooses without masks, so it is not for games."""
        if importlib.util.find_spec("pettingzoo") is None:
            self.skipTest("PettingZoo is not installed")
        from pettingzoo import test
        for name, options in SETS:
            with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                test.api_test(adapters.AEC(name, options, turns_max=12), num_cycles=200)
                test.parallel_api_test(adapters.Parallel(name, options, turns_max=12), num_cycles=200)
                test.seed_test(lambda: adapters.AEC(name, options, turns_max=12), 50)

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
            looks, infos = env.reset(seed=1, options={"options": 1})
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
                for told in (looks, rewards, overs, cuts, infos):
                    self.assertEqual(set(told), set(actions))
                self.assertEqual(env.agents, [agent for agent in actions if not overs[agent] and not cuts[agent]])
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
        self.assertTrue(env.action_space.contains(env.action_space.sample()))
        self.assertEqual((env.action_space.shape, looks.shape[1:]), ((16,), env.single_observation_space.shape))
        self.assertTrue((env.reset(seed=5)[0] == looks).all())
        ended = 0
        for _ in range(200):
            actions = [env.single_action_space.sample(mask) for mask in info["action_mask"]]
            looks, rewards, overs, cuts, info = env.step(actions)
            self.assertTrue(env.observation_space.contains(looks))
            self.assertEqual((rewards.shape, overs.dtype, cuts.dtype), ((16,), bool, bool))
            self.assertTrue((rewards[~overs] == 0).all())
            ended += overs.sum()
            self.assertEqual("final_obs" in info, bool((overs | cuts).any()))
            if "final_obs" in info:  # as Gymnasium's own vectors tell it with autoreset in the same step
                self.assertTrue((info["_final_obs"] == (overs | cuts)).all())
                for over, last in zip(overs | cuts, info["final_obs"]):
                    self.assertTrue(env.single_observation_space.contains(last) if over else last is None)
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
