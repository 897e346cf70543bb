"""badinput_test.py: what nobody should give is refused with a sentence, by every call of the package.

Each row is a call with one thing wrong. A random part then gives every call arguments from a heap of junk;
POND_PYTHON_FUZZ makes it longer.
"""
import copy
import os
import pickle
import signal
import threading
import unittest
from unittest import mock

import numpy as np
import pond
from pond import adapters
from pond.core import lib

NAN = float("nan")
FROGS = "DD7/9/4D4/9/3D5/9/2L4LL l 0,0"


def over():
    state = pond.Game("rribbit").new()
    for move in ("b1-c3", "h7-g5", "c3-b1", "g5-h7") * 2:
        state.play(move)
    return state


def mid_chain():
    state = pond.Game("rribbit", "turn=chain").new(FROGS)
    return state.apply(state.action_of("c1xd3"))


class BadInput(unittest.TestCase):
    def refuse(self, *calls):
        for number, call in enumerate(calls):
            with self.subTest(number):
                with self.assertRaises((pond.PondError, TypeError, ValueError)) as caught:
                    call()
                self.assertGreater(len(str(caught.exception)), 10)

    def test_games_and_states(self):
        game, state, chance = pond.Game("rribbit"), pond.Game("rribbit").new(), pond.Game("quibbles").new()
        self.refuse(
            lambda: pond.Game(None), lambda: pond.Game("ríbbit🐸"), lambda: pond.Game("rribbit", 5), lambda: pond.Game("quibbit", players=NAN),
            lambda: pond.Game("rribbit", "x" * 10**6), lambda: game.new(5), lambda: game.new(seed=1.5), lambda: game.new(seed=10**64), lambda: game.new(seed="grün"),
            lambda: game.new(seed="x" * 65), lambda: game.new("\ud800"), lambda: pond.State(5), lambda: state.apply(NAN),
            lambda: state.apply(state.legal_actions()[0], -5), lambda: state.apply(state.legal_actions()[0], 99), lambda: state.play("b1" * 10**6),
            lambda: state.action_text(10**30), lambda: state.view(NAN), lambda: state.observation(0, np.zeros(630)),
            lambda: state.observation(0, np.zeros(1260, np.uint8)[::2]), lambda: chance.apply(2**62), lambda: chance.play("x"),
            lambda: over().apply(1), lambda: over().play("b1-c3"), lambda: pond.View(game, 0, b"x" * 5000), lambda: pond.View.read(game, "0", ""))

    def test_what_is_made_for_c_stays_as_it_is(self):
        game, batch = pond.Game("quibbit"), pond.Batch("quibbit", 4)
        for owner, name, value in ((game, "seats", 40), (game, "action_count", 0), (game.new(), "game", pond.Game("quibbles")), (game.new(), "current", 1),
                                   (game.match(), "game", pond.Game("quibbles")), (batch, "n", 10**9), (batch, "game", None),
                                   (batch, "mask", np.zeros(4)), (game.new(seed="a").view(0), "game", None)):
            with self.assertRaises(AttributeError):
                setattr(owner, name, value)

    def test_matches_and_players(self):
        game = pond.Game("rribbit")
        match, player = game.match(), pond.Player("level:1")
        self.refuse(
            lambda: match.submit(None, "b1-c3"), lambda: match.submit(9, "b1-c3"), lambda: match.resign(-1), lambda: match.take_back(0, 2**31),
            lambda: match.record([5]), lambda: match.record(["x"] * 9), lambda: match.record(hidden_from=9), lambda: game.match(entries_max=1),
            lambda: match.play(["random", "random"], turns_max=NAN), lambda: match.play(["random"]), lambda: match.play([None, None]), lambda: match.play("random"),
            lambda: match.play(["random", "random"], turns_max=-1), lambda: match.animation().save("game.gif"), lambda: pond.Player("random", seed="x"),
            lambda: player.choose(match, 1), lambda: player.policy(match, 0), lambda: player.policy(over(), 0), lambda: player.policy(mid_chain(), 0),
            lambda: player.policy(pond.Game("quibbles").new(), 0), lambda: pond.Player("engine:nodes=-1"), lambda: match.animation(NAN), lambda: match.animation("x"))
        name = match.record(['a"b\n[Game "chess"]', "y" * 1000])
        self.assertEqual(len(list(pond.Record.read(name))), 1)

    def test_records(self):
        self.refuse(
            lambda: pond.Record.read(None), lambda: list(pond.Record.read(b"x")), lambda: list(pond.Record.read("x y z\n" * 10**6)),
            lambda: list(pond.Record.read('[Game "rribbit"]\n' + "b1-c3 " * 10**6)))
        text = "\n".join(pond.Game("rribbit").match(str(i)).play_random(5).record() for i in range(3))
        reading = pond.Record.read(text)
        first = next(reading)
        reading.close()
        self.assertEqual((first.turns, list(reading)), (5, []))

    def test_batches(self):
        batch = pond.Batch("quibbit", 4)
        with self.assertRaisesRegex(pond.PondError, r"shape \(1,\) to \(2,\), not \(0,\)"):
            batch.step([], 2)
        with self.assertRaisesRegex(pond.PondError, r"shape \(1,\), not \(2,\)"):
            batch.step([0, 0], 3)
        self.refuse(
            lambda: pond.Batch("quibbit", 2**31), lambda: pond.Batch("quibbit", np.float64(4)), lambda: pond.Batch("quibbit", 4, seed="é"),
            lambda: pond.Batch("quibbit", 4, seed=None), lambda: pond.Batch("quibbit", 4, threads=NAN), lambda: batch.step([NAN] * 4),
            lambda: batch.step(np.array([None] * 4)), lambda: batch.step(np.zeros(4, complex)), lambda: batch.step(np.array(["0"] * 4)),
            lambda: batch.step_random(-5), lambda: batch.step_random(NAN), lambda: batch.step(np.full(4, 99, np.int8)))
        for actions in (batch.sample().astype(">i8"), np.repeat(batch.sample(), 2)[::2], batch.sample().astype(np.uint16)):
            batch.step(actions)
            batch.reset()
        seen = batch.observation
        batch.close()
        del batch
        self.assertGreater(int(seen.sum()), 0)

    def test_truth(self):
        ring, state = pond.Ring("*RGY*GYR~YRG", cards="1"), pond.Game("rribbit").new()
        two = pond.Ring("*RGY*GYR~YRG", cards="12")
        self.refuse(
            lambda: pond.Tablebase("rribbit"), lambda: pond.Tablebase(pond.Game("rribbit")).probe(None), lambda: pond.Ring("xyz", cards="12"),
            lambda: pond.Ring("*RGY*GYR~YRG", cards="19"), lambda: ring.state(-1), lambda: ring.state("0"), lambda: ring.rank(state),
            lambda: ring.probe(None), lambda: ring.equilibrium(5), lambda: ring.best_response(np.full((ring.states, 5), np.nan), 0),
            lambda: ring.exploitability([ring.uniform(0)]), lambda: two.strategy(lambda state, seat: {16: 1.0}, 0),
            lambda: two.strategy(lambda state, seat: None, 0), lambda: pond.test_set(-5), lambda: pond.test_set(2, frogs=(30, 40)),
            lambda: pond.test_set(2, frogs=(9, 9)), lambda: pond.test_set(2, frogs=(3,)), lambda: pond.test_set(2, folder="/nonexistent"),
            lambda: pond.Tablebase(pond.Game("rribbit"), "/nonexistent"), lambda: pond.Ring("*RGY*GYR~YRG", cards="1", threads=0),
            lambda: pond.exploitability("level:3", two), lambda: pond.exploitability(two.policy, None), lambda: two.best_response(two.equilibrium(0), 1))

    def test_adapters(self):
        turns, together, vector = adapters.AEC("quibbit"), adapters.Parallel("quibbit"), adapters.Vector("quibbit", 4)
        short = type("Buffers", (), {"rewards": np.zeros(3, np.float32)})
        self.refuse(lambda: adapters.Puffer("quibbit", 4, buf=short), lambda: turns.observation_space("bob"), lambda: together.action_space(0),
                    lambda: turns.step(0), turns.last, lambda: turns.observe("player_0"), lambda: together.step({}))
        turns.reset(seed=10**20)
        together.reset(seed=-1)
        self.refuse(lambda: turns.step(None), lambda: turns.step(NAN), lambda: turns.reset(seed="x"), lambda: turns.reset(seed=10**80),
                    lambda: together.step({}), lambda: together.step(None), lambda: vector.reset(seed=NAN), lambda: adapters.Discrete(3).sample(np.zeros(3)))
        vector.close()
        self.refuse(lambda: vector.step([0] * 4))

    def test_refusals_say_what_is_wrong(self):
        state, chance, ring = pond.Game("rribbit").new(), pond.Game("quibbles").new(), pond.Ring("*RGY*GYR~YRG", cards="1")
        match = pond.Game("rribbit").match().submit(0, "b1-c3")
        for kind, call, part in (
                (pond.IllegalMove, lambda: chance.play("x"), "chance must draw now"), (pond.IllegalMove, lambda: chance.apply(99999), "chance cannot draw 99999"),
                (pond.IllegalMove, lambda: state.apply(2**70), "0 to 503"), (pond.IllegalMove, lambda: state.apply(-1), "0 to 503"),
                (TypeError, lambda: state.apply(True), "not True"), (TypeError, lambda: state.apply(np.True_), "True"),
                (TypeError, lambda: pond.Game("rribbit").new(seed=True), "not bool"), (pond.PondError, lambda: pond.Game("rribbit").new(seed="é"), "'é'"),
                (pond.PondError, lambda: match.play_random(-1), "negative"), (pond.PondError, lambda: match.take_back(0, -1), "negative"),
                (pond.PondError, lambda: match.record(["a"]), "2 seats"), (pond.PondError, lambda: match.record("ab"), "2 seats"),
                (pond.PondError, lambda: pond.test_set(3, frogs=(9, 9)), "9 against 9"), (pond.PondError, lambda: pond.test_set(1, folder="/nonexistent"), "/nonexistent"),
                (TypeError, lambda: pond.exploitability("level:3", ring), "not a str"), (TypeError, lambda: pond.exploitability(ring.policy, None), "Ring"),
                (pond.PondError, lambda: adapters.AEC("quibbit").observation_space("bob"), "player_0, player_1")):
            with self.subTest(part), self.assertRaisesRegex(kind, part):
                call()

    def test_environments_that_are_closed(self):
        for env in (adapters.AEC("quibbit"), adapters.Parallel("quibbit")):
            env.reset(seed=1)
            env.close()
            with self.assertRaisesRegex(pond.PondError, "reset"):
                env.step(0)
            env.reset(seed=1)
            self.assertEqual(env.agents, env.possible_agents)

    def test_chance_is_not_a_seat(self):
        """An action of a seat is no outcome, though the numbers may be the same."""
        state = pond.Game("quibbles").new()
        for seat in (0, 1, 9):
            with self.assertRaises(pond.IllegalMove):
                state.apply(state.legal_actions()[0], seat)
        self.assertEqual(state.apply(state.legal_actions()[0], pond.CHANCE).history[0][0], pond.CHANCE)

    def test_numbers_are_not_cut_off(self):
        ring, game, vector = pond.Ring("*RGY*GYR~YRG", cards="1"), pond.Game("quibbit"), adapters.Vector("quibbit", 4)
        spiel = adapters.OpenSpielState(game)
        self.refuse(lambda: ring.state(np.float32(0.5)), lambda: pond.Ring("*RGY*GYR~YRG", cards="1", threads=1.5),
                    lambda: vector.reset(seed=1.5), lambda: adapters.AEC(game).reset(seed=1.5), lambda: adapters.Puffer(game, 4).reset(seed=1.5),
                    lambda: spiel.player_return(-1), lambda: spiel.player_return(9), lambda: pond.Player("level:1", seed=-5),
                    lambda: adapters.OpenSpielState(game, state=5), lambda: pond.Match(5), lambda: pond.Record.read("", -5),
                    lambda: pond.Record.read("", 2**31 - 1), lambda: pond.Player("level:1", seed=2**64))
        match = pond.Game("rribbit").match()
        self.assertIn(pond.Player("random", seed=2**64 - 1).choose(match, 0), match.legal_moves(0))

    def test_what_an_agent_was_told_stays(self):
        vector, kept = adapters.Vector("quibbit", 8), []
        _, info = vector.reset(seed=1)
        for _ in range(30):
            kept.append((info, {name: array.copy() for name, array in info.items() if name in ("action_mask", "seat")}))
            info = vector.step([int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]])[4]
        for told, then in kept:
            for name, array in then.items():
                self.assertTrue((told[name] == array).all(), name)

    def test_buffers_that_cannot_hold_a_step(self):
        """They are refused before the first step, not in the middle of one."""
        still = np.zeros(4, np.float32)
        still.flags.writeable = False
        for name, array in (("rewards", np.zeros(4, np.int64)), ("rewards", still), ("observations", np.zeros((4, 3), np.uint8)),
                            ("actions", [0] * 4), ("terminals", np.zeros((2, 2), bool))):
            with self.assertRaises(pond.PondError):
                adapters.Puffer("quibbit", 4, buf=type("Buffers", (), {name: array}))
        adapters.Puffer("quibbit", 4, buf=type("Buffers", (), {"terminals": np.zeros(4, np.uint8)})).reset()

    def test_memory_stays_where_it_is(self):
        batch, table = pond.Batch("quibbit", 4), pond.Tablebase(pond.Game("rribbit"))
        self.refuse(lambda: batch.sample().resize(10**6, refcheck=False), lambda: batch.mask.resize(1, refcheck=False),
                    lambda: copy.copy(table), lambda: copy.deepcopy(table), lambda: pickle.dumps(table))
        batch.step(batch.sample())
        game = pond.Game("quibbles")
        with self.assertRaises(AttributeError):
            game.__init__("rribbit")
        self.assertEqual(len(game.new(seed=1).observation()), game.observation_size)
        view = game.new(seed=1).view(0)
        self.assertEqual((copy.copy(view), copy.deepcopy(view)), (view, view))

    def test_more_than_the_memory_is_refused(self):
        """Linux grants memory that it does not have, and ends programs that use it."""
        with mock.patch("pond.batch._memory_free", return_value=10**6), self.assertRaises(MemoryError) as caught:
            pond.Batch("quibbles", 10_000)
        self.assertIn("10,000 lanes", str(caught.exception))
        everything = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        self.assertLess(pond.batch._memory_free(), everything, "the system and this program need some")
        match = pond.Game("rribbit").match("long", entries_max=10**8)
        self.assertEqual(match.play_random(5).turns, 5)

    def test_tablebases_close_while_others_ask(self):
        state = pond.Game("rribbit").new("9/8L/5L3/9/9/9/D1LL5 l 0,0")
        for _ in range(20):
            table, asked = pond.Tablebase(state.game), threading.Event()

            def ask(table=table, asked=asked):
                with self.assertRaises(pond.PondError):
                    while True:
                        table.probe(state)
                        asked.set()

            threads = [threading.Thread(target=ask) for _ in range(2)]
            for thread in threads:
                thread.start()
            asked.wait(60)
            table.close()
            for thread in threads:
                thread.join()

    def test_a_step_waits_for_all_its_threads(self):
        """Also when one part of it fails, or somebody presses Ctrl+C: two threads must never step one lane."""
        batch, ended = pond.Batch("quibbles", 1024, threads=2), []

        def work(first, last):
            if first == 0:
                raise KeyboardInterrupt
            for _ in range(20):
                lib.pond_batch_step(batch._batch, first, last, pond.core.ffi.NULL)
            ended.append(first)

        with self.assertRaises(KeyboardInterrupt):
            batch._each(work)
        self.assertEqual(ended, [512])

    @unittest.skipUnless(os.path.basename(os.environ["BUILD"]) == "release", "the locks of AddressSanitizer do not survive a fork")
    def test_forks_while_threads_work(self):
        """In the child everything answers or refuses with a sentence: nothing waits for threads that are not there."""
        state, stop = pond.Game("quibbles").new(seed="fork"), threading.Event()
        match, player, batch = pond.Game("rribbit").match("fork"), pond.Player("level:3"), pond.Batch("quibbles", 512, threads=2)
        table = pond.Tablebase(pond.Game("rribbit"))
        ending = table.game.new("9/8L/5L3/9/9/9/D1LL5 l 0,0")

        def step():
            batch.step_random(2)
            state.copy()

        asked = (lambda: player.choose(match, 0), step, lambda: state.legal_actions(), lambda: table.probe(ending), lambda: match.turns)

        def work(call):
            while not stop.is_set():
                call()

        threads = [threading.Thread(target=work, args=(call,)) for call in asked[:4]]
        for thread in threads:
            thread.start()
        try:
            for _ in range(20):
                child = os.fork()
                if child == 0:
                    signal.alarm(60)  # a child that waits is ended
                    status = 0
                    for call in asked:
                        try:
                            call()
                        except pond.PondError as why:
                            status |= "forked" not in str(why)
                        except BaseException:
                            status = 1
                    os._exit(status)
                self.assertEqual(os.waitpid(child, 0)[1], 0)
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def test_a_state_that_a_fork_tore_is_refused(self):
        state = pond.Game("quibbles").new(seed="torn")
        action = state.legal_actions()[0]
        state._at.torn = True
        calls = (lambda: state.apply(action), lambda: state.legal_actions(), lambda: state.observation(0), lambda: state.text,
                 lambda: state.action_text(action), state.copy, lambda: state.returns, lambda: pickle.dumps(state.copy()))
        for number, call in enumerate(calls):
            with self.subTest(number), self.assertRaisesRegex(pond.PondError, "forked"):
                call()

    def test_junk_for_every_call(self):
        rng = np.random.default_rng(23)
        junk = [None, -1, 0, 1, 5, 504, 2**31, -2**63, 2**80, 1.5, NAN, True, "", "b1-c3", "1\0", "🐸", "\ud800", b"x", [], {}, (), np.zeros(3),
                np.float32(1), pond.Game("quibbit"), pond.Game("rribbit").new(), object()]
        ring = pond.Ring("*RGY*GYR~YRG", cards="1")
        slow = {"test_set", "exploitability", "endings"}
        for _ in range(int(os.environ.get("POND_PYTHON_FUZZ", "400")) // 20):
            state = pond.Game(*[("rribbit", "turn=chain"), ("quibbit", ""), ("quibbles", "players=3")][rng.integers(3)]).new(seed="junk")
            things = [state, state.game, state.game.match("junk", entries_max=300), state.view(0), ring, pond.Batch(state.game, 3),
                      pond.Tablebase(pond.Game("rribbit")), adapters.AEC(state.game), adapters.OpenSpielState(state.game), adapters.OpenSpielGame(state.game),
                      pond.Player("random"), pond]
            for _ in range(60):
                thing = things[rng.integers(len(things))]
                names = [name for name in dir(thing) if name[0] != "_" and name not in slow and callable(getattr(type(thing), name, None) or pond.__dict__.get(name))]
                arguments = [junk[rng.integers(len(junk))] for _ in range(rng.integers(4))]
                try:
                    made = getattr(thing, names[rng.integers(len(names))])(*arguments)
                    repr(made)[:10]
                except (pond.PondError, TypeError, ValueError, IndexError, KeyError, AttributeError, RuntimeError, MemoryError, OSError):
                    pass
            self.assertEqual(pickle.loads(pickle.dumps(state.game.new(seed="after"))), state.game.new(seed="after"))


if __name__ == "__main__":
    unittest.main()
