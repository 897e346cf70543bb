"""adapters_test.py: other libraries' conventions, by what their own conformance tests ask for."""
import importlib
import importlib.util
import io
import pickle
import sys
import unittest
import warnings
from contextlib import redirect_stdout
from types import ModuleType
from unittest import mock

import numpy as np
import pond
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

    def test_puffer_takes_buffers_by_name(self):
        """Newer versions of PufferLib give a dictionary."""
        buffers = {"observations": np.zeros((4, 201), np.uint8), "rewards": np.zeros(4, np.float32)}
        env = adapters.Puffer("quibbit", 4, buf=buffers)
        self.assertIs(env.reset(seed=2)[0], buffers["observations"])
        self.assertIs(env.step(env.batch.sample())[1], buffers["rewards"])
        with self.assertRaises(pond.PondError):
            adapters.Puffer("quibbit", 4, buf={"rewards": np.zeros(3)})

    def test_puffer_is_of_their_class(self):
        """Their trainer asks for a PufferEnv, which makes the joint spaces, and buffers where none are given."""
        class PufferEnv:
            def __init__(self, buf=None):
                self.made_for = self.num_agents, self.single_observation_space, self.single_action_space, buf

        theirs = ModuleType("pufferlib")
        theirs.PufferEnv = PufferEnv
        try:
            with mock.patch.dict(sys.modules, pufferlib=theirs):
                env = importlib.reload(adapters).Puffer("quibbit", 4)
                self.assertIsInstance(env, PufferEnv)
                self.assertEqual(env.made_for, (4, env.single_observation_space, env.single_action_space, None))
                self.assertEqual(env.reset(seed=1)[0].shape, (4, 201))
        finally:
            importlib.reload(adapters)

    def test_agents_without_masks(self):
        """Any actions: legal ones are taken as they are, others become random legal ones, or are refused."""
        rng = np.random.default_rng(7)
        for make in (adapters.Vector, adapters.Puffer):
            env, strict = make("rribbit", 32, illegal="random"), make("rribbit", 32)
            env.reset(seed=3), strict.reset(seed=3)
            with self.assertRaises(pond.IllegalMove):
                strict.step(np.full(32, 503))
            for _ in range(40):
                actions, legal = rng.integers(-3, 520, 32), env.batch.sample().copy()
                actions[:16] = legal[:16]
                strict.batch.step(legal[:16], 0)
                env.step(actions)
                self.assertTrue((env.batch.observation[:16] == strict.batch.observation[:16]).all())
                self.assertTrue((env.batch.mask[:16] == strict.batch.mask[:16]).all())
            env.step(env.batch.sample())
            for wrong in ([0.5] * 32, [0] * 31, None):
                with self.assertRaises((pond.PondError, TypeError)):
                    env.step(wrong)
            with self.assertRaises(pond.PondError):
                make("rribbit", 4, illegal="ignore")
        unmasked = adapters.Vector("quibbles", 16, illegal="random", mask=False)
        for _ in range(30):
            unmasked.step(rng.integers(0, 3717, 16))
            legal = [int(row[0]) for row in unmasked.batch.legal]
            unmasked.step(legal)


class Regrets:
    """An agent as those of OpenSpiel are written: CFR+ by the calls of a game and its states alone."""

    def __init__(self, game):
        self.game, self.regrets, self.sums = game, {}, {}

    def mix(self, key, actions, of):
        known = np.maximum(of.setdefault(key, np.zeros(len(actions))), 0)
        return known / known.sum() if known.sum() > 0 else np.full(len(actions), 1 / len(actions))

    def walk(self, state, player, reach, weight):
        """The value for a player: `reach` is how likely it gets there itself, and all others do."""
        if state.is_terminal():
            return state.player_return(player)
        if state.is_chance_node():
            return sum(odds * self.walk(state.child(outcome), player, (reach[0], reach[1] * odds), weight)
                       for outcome, odds in state.chance_outcomes())
        seat, actions = state.current_player(), state.legal_actions()
        key = state.information_state_string(seat)
        mix, values = self.mix(key, actions, self.regrets), np.zeros(len(actions))
        for i, action in enumerate(actions):
            then = (reach[0] * mix[i], reach[1]) if seat == player else (reach[0], reach[1] * mix[i])
            values[i] = self.walk(state.child(action), player, then, weight)
        if seat == player:
            self.gains[key] = self.gains.get(key, 0) + reach[1] * (values - mix @ values)
            self.sums.setdefault(key, np.zeros(len(actions)))
            self.sums[key] += weight * reach[0] * mix
        return mix @ values

    def iterate(self, weight):
        for player in range(self.game.num_players()):
            self.gains = {}
            self.walk(self.game.new_initial_state(), player, (1.0, 1.0), weight)
            for key, gain in self.gains.items():
                self.regrets[key] = np.maximum(self.regrets[key] + gain, 0)

    def value(self, state):
        """Of the average strategies, for seat 0."""
        if state.is_terminal():
            return state.returns()[0]
        if state.is_chance_node():
            return sum(odds * self.value(state.child(outcome)) for outcome, odds in state.chance_outcomes())
        actions = state.legal_actions(state.current_player())
        mix = self.mix(state.information_state_string(), actions, self.sums)
        return sum(odds * self.value(state.child(action)) for action, odds in zip(actions, mix))


class OpenSpiel(unittest.TestCase):
    def test_games_describe_themselves(self):
        """The part of OpenSpiel's simulation test that is about games."""
        for name, options in SETS:
            game = adapters.OpenSpielGame(name, options)
            kind, state = game.get_type(), game.new_initial_state()
            self.assertEqual((game.num_players(), kind.max_num_players), (state.num_players(), state.num_players()))
            self.assertLess(game.min_utility(), game.max_utility())
            self.assertEqual(game.utility_sum(), 0)
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)
            self.assertEqual(str(pickle.loads(pickle.dumps(game))), str(game))
            self.assertEqual(pickle.loads(pickle.dumps(kind)), kind)
            self.assertEqual(kind.dynamics, type(kind).Dynamics.SEQUENTIAL)
            self.assertEqual(kind.chance_mode == type(kind).ChanceMode.DETERMINISTIC, not state.is_chance_node())
            self.assertEqual(state.get_game(), game)
            self.assertTrue(state.is_initial_state())
            self.assertEqual(game.observation_tensor_shape(), [len(state.observation_tensor(0))])
        with self.assertRaises(pond.PondError):
            adapters.OpenSpielGame("rribbit", position="nonsense")

    def test_an_agent_written_for_it_finds_the_truth(self):
        """CFR+ on an ending with mixed strategies: its value is that of the exact solution."""
        ring, start = pond.Ring("*RGY*GYR~YRG", cards="45"), "*RGY*GYR~YRG R15:45,G19:45,y16: G 4 6"
        game = adapters.OpenSpielGame(ring.game, position=start)
        agent, truth = Regrets(game), ring.probe(ring.game.new(start))
        for iteration in range(1, 61):
            agent.iterate(iteration)
        self.assertAlmostEqual(agent.value(game.new_initial_state()), truth["value"], delta=0.005)
        root = game.new_initial_state()
        mix = agent.mix(root.information_state_string(), root.legal_actions(), agent.sums)
        for action, odds in zip(root.legal_actions(), mix):
            self.assertAlmostEqual(odds, truth["mixes"][0][action], delta=0.05)

    def test_random_playthroughs(self):
        """OpenSpiel's random simulation tests: actions sorted, masks, clones, histories, pickles, returns."""
        rng = np.random.default_rng(3)
        for name, options in SETS:
            game = adapters.OpenSpielGame(name, options)
            state = game.new_initial_state()
            for number in range(120):
                if state.is_terminal():
                    break
                self.assertEqual(state.move_number(), number)
                if number in (1, 2, 4, 8, 16, 32, 64):
                    again = pickle.loads(pickle.dumps(state))
                    self.assertEqual((str(again), again.history()), (str(state), state.history()))
                    self.assertEqual(again.information_state_string(0), state.information_state_string(0))
                self.assertEqual(state.is_player_node(), not state.is_chance_node())
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes())
                    self.assertAlmostEqual(sum(odds), 1)
                    self.assertEqual(list(outcomes), state.legal_actions())
                    self.assertEqual(sum(state.legal_actions_mask()), len(outcomes))
                    for wrong in (-1, len(outcomes)):
                        with self.assertRaises(pond.IllegalMove):
                            state.apply_action(wrong)
                    state.apply_action(int(rng.choice(outcomes, p=odds)))
                    continue
                actions = state.legal_actions()
                self.assertEqual(actions, sorted(set(actions)))
                self.assertEqual(sum(state.legal_actions_mask()), len(actions))
                action = int(rng.choice(actions))
                text = state.action_to_string(state.current_player(), action)
                self.assertEqual((state.action_to_string(action), state.string_to_action(text)), (text, action))
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
