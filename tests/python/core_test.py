"""core_test.py: the package's objects: they do what the library does, and refuse what it refuses."""
import copy
import inspect
import os
import pickle
import re
import subprocess
import sys
import threading
import unittest
from unittest import mock
from xml.etree import ElementTree

import numpy as np
import pond
from pond import adapters

SETS = [("rribbit", ""), ("rribbit", "turn=chain,win=row-or-seven"), ("quibbit", "players=2"),
        ("quibbit", "players=4"), ("quibbles", ""), ("quibbles", "players=5")]

# Bytes that 100,000 games of Quibbles need while they are played, besides the arrays of `Batch`.
LARGE = """
import pond, resource

def used():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

pond.Batch("quibbles", 64).step_random(3)
before = used()
batch = pond.Batch("quibbles", 100_000, mask=False)
batch.step_random(5)
arrays = (batch.observation, batch.legal, batch.legal_count, batch.seat, batch.done, batch.reward, batch.places,
          batch.points, batch._actions)
print(used() - before - sum((array.size * array.itemsize for array in arrays)))
"""


class Objects(unittest.TestCase):
    def test_a_game_describes_itself(self):
        game = pond.Game("rribbit")
        self.assertEqual((game.seats, game.action_count, game.observation_size), (2, 504, 630))
        self.assertEqual(pond.Game("rribbit", turn="chain").action_count, 505)
        self.assertEqual(pond.Game("quibbles").action_count, 3717)
        self.assertEqual(pond.Game("quibbit").action_count, 22)
        self.assertEqual(str(game.new()), "DDDDDDDDD/9/9/9/9/9/LLLLLLLLL l -")
        last = game.fields[-1]
        self.assertEqual(last.start + last.shape[0] * last.shape[1], game.observation_size)

    def test_refusals_name_the_ruling(self):
        with self.assertRaises(pond.IllegalMove) as caught:
            pond.Game("rribbit").new().play("a1-a2")
        self.assertEqual(caught.exception.ruling, "X2")
        self.assertTrue(caught.exception.name.isupper())
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(again), again.ruling), (str(caught.exception), "X2"))
        for make in (lambda: pond.Game("chess"), lambda: pond.Game("rribbit", "turn=twice"),
                     lambda: pond.Game("null"), lambda: pond.Game("rribbit").new("nonsense"),
                     lambda: pond.Game("quibbles").new(seed="two words")):
            with self.assertRaises(pond.PondError):
                make()

    def test_states_are_values(self):
        for name, options in SETS:
            state = pond.Game(name, options).new(seed="values")
            for _ in range(12):
                if state.over:
                    break
                before, action = state.copy(), state.legal_actions()[-1]
                child = state.child(action)
                self.assertEqual(state, before)
                self.assertEqual(hash(state), hash(before))
                state.apply(action)
                self.assertEqual(state, child)
                self.assertEqual(copy.deepcopy(state), state)
                again = pickle.loads(pickle.dumps(state))
                self.assertEqual((again, again.history), (state, state.history))
                self.assertEqual(again.copy().current, state.current)

    def test_a_number_is_a_seed(self):
        game = pond.Game("quibbles")
        self.assertEqual(game.new(seed=7), game.new(seed="7"))
        self.assertEqual(game.new(seed=np.uint64(2**63)), game.new(seed=str(2**63)))
        self.assertEqual(pickle.loads(pickle.dumps(game.new(seed=7))), game.new(seed=7))
        match = game.match(seed=7)
        self.assertEqual((match.seed, match.play_random(9).record()), ("7", game.match("7").play_random(9).record()))
        self.assertTrue((pond.Batch(game, 3, seed=7).observation == pond.Batch(game, 3, seed="7").observation).all())
        self.assertEqual(game.new(seed=1).view(0).sample(5), game.new(seed=1).view(0).sample("5"))

    def test_only_whole_numbers_are_actions(self):
        state = pond.Game("rribbit").new()
        action = state.legal_actions()[0]
        for wrong in (1.5, np.float16(1.5), np.float32(1.5), np.float64(1.5), np.longdouble(1.5), "1", None):
            with self.assertRaises(TypeError):
                state.apply(wrong)
        for wrong in (2**31, -2**63, 2**80):
            with self.assertRaises(pond.PondError):
                state.apply(wrong)
        self.assertEqual(state.apply(np.int16(action)).history, [(0, action)])
        with self.assertRaises(pond.PondError):
            state.legal_mask(9)

    def test_matches_are_copied_whole(self):
        for name, options in SETS:
            match = pond.Game(name, options).match("copied").play_random(8)
            for again in (match.copy(), copy.copy(match), copy.deepcopy(match)):
                self.assertEqual(again.record(), match.record())
                before = match.record()
                again.play_random(20)
                self.assertEqual(match.record(), before)
                self.assertEqual(again.record(), match.copy().play_random(20).record())
            with self.assertRaises(TypeError):
                pickle.dumps(match)

    def test_a_game_that_was_cut_off_says_so(self):
        match = pond.Game("quibbles").match("cut").play(["random", "random"], turns_max=5)
        self.assertEqual(match.result, ("unfinished", None, "limit"))
        self.assertIn('[Reason "limit"]', match.record())
        self.assertEqual(match.play(["level:4", "level:4"]).result[0], "won")

    def test_a_resignation_has_places(self):
        match = pond.Game("quibbles", players=3).match("resigned").play_random(40)
        match.resign(1).resign(2)
        self.assertEqual(match.result[:2], ("won", 0))
        self.assertEqual((match.returns, match.places[0]), ((1.0, -0.5, -0.5), 1))
        self.assertEqual(match.points, tuple(seat["total"] for seat in match.state().view().data["seats"]))

    def test_players_say_at_once_what_they_are_not(self):
        for wrong in ("bogus", "", "level:9", "cmd:ls", "engine:nodes=x"):
            with self.assertRaises(pond.PondError):
                pond.Player(wrong)
        match = pond.Game("rribbit").match()
        with self.assertRaises(TypeError):
            pond.Player("level:1").choose(match.state(), 0)
        match.play(["level:1", "level:1"], turns_max=4)
        self.assertEqual(match.analyse(pond.Player("level:2")), match.analyse("level:2"))

    def test_threads_may_share_players_and_matches(self):
        player, failed = pond.Player("level:2"), []
        shared = pond.Game("quibbles").match("shared")

        def work(number):
            try:
                for i in range(8):
                    for name in ("rribbit", "quibbles"):
                        own = pond.Game(name).match(f"{number}-{i}")
                        player.choose(own, own.turn[0])
                    for seat in shared.turn:
                        try:
                            shared.submit(seat, player.choose(shared, seat))
                            shared.take_back(seat)
                        except pond.PondError:
                            pass  # another thread was first
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])

    def test_pickles_of_other_versions_are_refused(self):
        state = pond.Game("rribbit").new()
        make, (form, *rest) = state.__reduce__()
        with self.assertRaises(pond.PondError):
            make(form + 1, *rest)
        make, (name, options, _) = state.game.__reduce__()
        with self.assertRaises(pond.PondError):
            make(name, options, "0" * 16)

    def test_chains_are_played_capture_by_capture(self):
        """c1 takes d3, and may go on to e5 or stop."""
        game = pond.Game("rribbit", "turn=chain")
        start = game.new("DD7/9/4D4/9/3D5/9/2L4LL l 0,0")
        state = start.child(start.action_of("c1xd3"))
        self.assertEqual(state.current, 0)
        self.assertEqual(len(state.legal_actions()), 2)
        self.assertEqual(state.legal_actions()[-1], 504)
        self.assertEqual(state.action_text(504), "stop")
        self.assertEqual(state.child(504), start.copy().play("c1xd3"))
        self.assertEqual(state.child(state.legal_actions()[0]), start.copy().play("c1xd3xe5"))
        self.assertEqual(state.apply(504).current, 1)

    def test_repetition_ends_the_game(self):
        state = pond.Game("rribbit").new()
        for move in ("b1-c3", "h7-g5", "c3-b1", "g5-h7") * 2:
            state.play(move)
        self.assertEqual(state.result, ("drawn", None, "repetition"))
        self.assertEqual((state.returns, state.places, state.legal_actions()), ((0, 0), (1, 1), []))

    def test_views_hide_what_they_must(self):
        state = pond.Game("quibbles").new(seed="views")
        view = state.view(0)
        self.assertEqual(len(view.hand), 6)
        self.assertEqual(view.sample("one").view(0), view)
        self.assertEqual(state.view().hand, "")
        other = view.sample("other")
        self.assertTrue((other.observation(0) == state.observation(0)).all())

    def test_views_travel_as_text(self):
        rng = np.random.default_rng(11)
        for name, options in SETS:
            state = pond.Game(name, options).new(seed="views")
            for _ in range(20):
                if state.over:
                    break
                seat, sent = state.current, state.view(state.current).hex
                view = pond.View.read(state.game, seat, sent)
                self.assertEqual(view, state.view(seat))
                self.assertEqual(view.sample().view(seat), view)
                state.apply(int(rng.choice(state.legal_actions())))
            for text in ("", "0", "zz", sent[:-2], sent + "00", "ff" * 256, 5, None):
                with self.assertRaises((pond.PondError, TypeError)):
                    pond.View.read(state.game, 0, text)
            for _ in range(300):  # any bytes: a view or a refusal
                noise = bytearray.fromhex(sent)
                noise[rng.integers(256)] ^= 1 << rng.integers(8)
                try:
                    pond.View.read(state.game, seat, noise.hex()).sample().observation(seat)
                except pond.PondError:
                    pass

    def test_information_states_recall(self):
        state = pond.Game("quibbit", "players=2").new(seed="recall", recall=True)
        while len(state.turn) != 2:
            state.apply(state.legal_actions()[0])
        one, two = state.child(state.legal_actions()[0]), state.child(state.legal_actions()[1])
        self.assertNotEqual(one.information_key(0), two.information_key(0))
        self.assertEqual(one.information_key(1), two.information_key(1))
        with self.assertRaises(pond.PondError):
            pond.Game("quibbit").new().information_key()

    def test_chance_is_explicit_without_a_seed(self):
        state = pond.Game("quibbles").new()
        self.assertEqual(state.current, pond.CHANCE)
        outcomes = state.chance_outcomes()
        self.assertAlmostEqual(sum(p for _, p in outcomes), 1)
        state.apply(outcomes[0][0])
        with self.assertRaises(pond.PondError):
            state.apply_chance(99)

    def test_players_and_tablebases(self):
        match = pond.Game("rribbit").match("players").play(["level:2", "random"], turns_max=60)
        self.assertGreater(match.turns, 5)
        table = match.analyse("level:1")
        self.assertEqual(len(table), match.turns)
        self.assertEqual(set(table[0]), {"turn", "seat", "move", "probability", "advised", "win"})
        for row in table:
            self.assertTrue(0 <= row["probability"] <= 1 and 0 <= row["win"] <= 1, row)
        won = pond.Game("rribbit").match("won").play(["level:3", "random"])
        chances = [row["win"] for row in won.analyse("level:3")]
        self.assertEqual(won.result[1], 0)
        self.assertGreater(chances[0::2][-1], 0.9)
        self.assertLess(chances[1::2][-1], 0.1)
        self.assertEqual({row["win"] for row in won.analyse("random")}, {None})
        tablebase = pond.Tablebase(pond.Game("rribbit"))
        state = tablebase.game.new("9/8L/5L3/9/9/9/D1LL5 l 0,0")
        found = tablebase.probe(state)
        if len(tablebase):
            self.assertIsNotNone(found)
        tablebase.close()
        with self.assertRaises(pond.PondError):
            tablebase.probe(state)

    def test_a_match_is_told_again(self):
        """Tables and animations follow the log: from a position, after takebacks, by told chance."""
        rng = np.random.default_rng(13)
        for name, options in SETS:
            game = pond.Game(name, options)
            match = game.match("again").play_random(4)
            match.take_back(0)
            match.play_random(9)
            record = "\n".join(line for line in match.record().splitlines() if not line.startswith("[Seed")) + "\n"
            for told in (match, *pond.Record.read(record)):
                last = list(told._replay())[-1][0]
                self.assertEqual((last.text, last.result), (match.text, match.result))
                frames = told.animation(0.5).frames
                self.assertEqual(frames[-1][0], match._repr_svg_())
                self.assertGreater(len(frames), 4)
        match = pond.Game("rribbit").match("again", "9/8L/5L3/9/9/9/D1LL5 l 0,0")
        possible = match.legal_moves(0)
        for _ in range(6):
            match.submit(match.turn[0], str(rng.choice(match.legal_moves(match.turn[0]))))
        self.assertEqual(len(match.analyse("level:1")), 6)
        self.assertIn(match.analyse("level:1")[0]["advised"], possible)
        self.assertEqual(len(match.animation().frames), 7)

    def test_notebooks_show_matches(self):
        match = pond.Game("rribbit").match("notebook").play_random(6)
        drawn = ElementTree.fromstring(match.animation(0.25)._repr_svg_())
        self.assertEqual(len(drawn.findall("{http://www.w3.org/2000/svg}g")), 7)
        with self.assertRaises(ValueError):
            match.animation(0)
        rows = match.analyse("level:1")
        shown = ElementTree.fromstring(rows[:3]._repr_html_())
        self.assertEqual([cell.text for cell in shown[0]], ["turn", "seat", "move", "probability", "advised", "win"])
        self.assertEqual(len(shown), 4)
        try:
            import matplotlib
        except ImportError:
            with self.assertRaises(ImportError):
                rows.plot()
        else:
            matplotlib.use("Agg")
            self.assertEqual(len(rows.plot().lines), 2)

    def test_plots_show_a_line_for_each_seat(self):
        """What matplotlib is given, whether it is installed or not."""
        drawn = mock.Mock()
        with mock.patch.dict(sys.modules, {"matplotlib": mock.Mock(), "matplotlib.pyplot": drawn}):
            drawn.subplots.return_value = None, mock.Mock()
            rows = pond.Game("rribbit").match("plots").play_random(6).analyse("level:1")
            axes = rows.plot()
        self.assertEqual([call.kwargs["label"] for call in axes.plot.call_args_list], ["seat 0", "seat 1"])
        for seat, call in enumerate(axes.plot.call_args_list):
            turns, wins = call.args
            self.assertEqual(turns, [1 + seat, 3 + seat, 5 + seat])
            self.assertEqual(wins, [row["win"] for row in rows if row["seat"] == seat])
        axes.set_xlabel.assert_called_once_with("turn")
        axes.set_ylabel.assert_called_once_with("win")

    def test_everything_public_says_what_it_is(self):
        """Docstrings everywhere: modules, classes, methods, properties, functions."""
        silent, parts = [], (pond, pond.core, pond.batch, pond.truth, pond.notebook, pond.draw, adapters)
        for part in parts:
            for name, thing in [("", part), *vars(part).items()]:
                if name[:1] == "_" or name == "lib" or not getattr(thing, "__module__", "pond").startswith("pond"):
                    continue
                if inspect.isclass(thing) or inspect.isfunction(thing) or inspect.ismodule(thing):
                    members = vars(thing).items() if inspect.isclass(thing) else []
                    silent += [f"{part.__name__}.{name}"] if not inspect.getdoc(thing) else []
                    for member, value in members:
                        asked = getattr(value, "fget", None) or getattr(value, "__func__", value)
                        if not member.startswith("_") and inspect.isfunction(asked) and not inspect.getdoc(asked):
                            silent.append(f"{part.__name__}.{name}.{member}")
        self.assertEqual(silent, [])

    def test_drawings_are_described_in_words(self):
        """The label says where every frog and card is."""
        state = pond.Game("rribbit").new("D8/9/9/9/9/9/LL7 d 0,0")
        self.assertIn('aria-label="Rrib-bit. Light frogs on a1 and b1. Dark frogs on a7. Dark is to move."', state.svg())
        state = pond.Game("quibbit", players=2).new("*RGY*GYR~YRG R18:12345,G16:1245,y17: R 245 3")
        self.assertIn("Player 1, red: on tile 6 with the crown, cards 1, 2, 3, 4 and 5. Player 2, green: on tile 4, cards 1, 2, 4 and 5. Dummy, yellow:", state.svg())
        for name, options in SETS:
            state = pond.Game(name, options).new(seed="words")
            for _ in range(9):
                label = re.search('aria-label="([^"]*)"', state.svg()).group(1)
                self.assertNotIn(state.text.split(" ")[0], label)
                for seat in range(state.game.seats if name == "quibbles" else 0):
                    cards = state.view(seat).data["hand"]
                    self.assertIn(f"hand: {'cards' if len(cards) > 1 else 'card'} {', '.join(map(str, cards))[:-3]}", label)
                state.apply(state.legal_actions()[0])

    def test_boards_draw_themselves(self):
        """Every frog and card of the views is in the drawing, and every piece is the page's."""
        for name, options in SETS:
            state = pond.Game(name, options).new(seed="draw")
            for _ in range(8):
                drawn, data = state._repr_svg_(), state.view().data
                ElementTree.fromstring(drawn)
                style = re.search("<style>(.*?)</style>", drawn, re.S).group(1)
                classes = {each for names in re.findall('class="([^"]+)"', drawn) for each in names.split()}
                self.assertEqual(classes - set(re.findall(r"\.([a-z][\w-]*)", style)) - {"discard"}, set(), "without a colour")
                shown = drawn[drawn.rindex("</symbol>"):] if "</symbol>" in drawn else drawn
                used = re.findall('href="#([a-z0-9-]+)"', drawn)
                self.assertTrue(set(used) <= set(re.findall(' id="([a-z0-9-]+)"', drawn)))
                if name == "rribbit":
                    self.assertEqual([shown.count(f'"#frog-{army}"') for army in ("light", "dark")],
                                     [len(data["light"]), len(data["dark"])])
                elif name == "quibbit":
                    placed = sum(frog["tile"] is not None for frog in data["frogs"])
                    self.assertEqual(len(re.findall('"#frog(?:-sad)?"', shown)), placed + len(data["frogs"]))
                    self.assertEqual(shown.count('"#mcard-'), sum(len(frog["cards"]) for frog in data["frogs"]))
                else:
                    hands = [state.view(seat).data["hand"] for seat in range(state.game.seats)]
                    self.assertEqual("".join(map(str, sorted(hands[0]))), state.view(0).hand)
                    seen = sum(map(len, hands)) + len(data["display"]) + bool(data["discards"]) + sum(
                        len(seat["collection"]) for seat in data["seats"])
                    self.assertEqual(len(re.findall('"#q[0-7]"', shown)), seen)
                state.apply(state.legal_actions()[0])


class Batches(unittest.TestCase):
    def test_lanes_do_not_depend_on_size_or_threads(self):
        for name, options in SETS:
            small = pond.Batch(name, 5, options, "lanes", keys=True)
            large = pond.Batch(name, 200, options, "lanes", keys=True, threads=2, final=True)
            for _ in range(60):
                small.step(small.sample())
                large.step_random()
                for one, two in ((small.observation, large.observation), (small.mask, large.mask),
                                 (small.key, large.key), (small.reward, large.reward),
                                 (small.done, large.done), (small.seat, large.seat)):
                    self.assertTrue((one == two[:5]).all())
            large.close()

    def test_a_batch_follows_its_states(self):
        """The same actions in a lane and in a state: the same observations, masks and ends."""
        for name, options in SETS:
            batch = pond.Batch(name, 1, options, "follow", turns_max=40, final=True)
            game = 0
            state = batch.game.new(seed="follow.0.0")
            for _ in range(300):
                self.assertEqual(batch.seat[0], state.current)
                self.assertTrue((batch.observation[0] == state.observation()).all())
                self.assertTrue((batch.mask[0] == state.legal_mask()).all())
                self.assertEqual(list(batch.legal[0][:batch.legal_count[0]]), state.legal_actions())
                action, seat = int(batch.sample()[0]), state.current
                batch.step([action])
                state.apply(action)
                if batch.done[0]:
                    self.assertTrue((batch.final[0] == state.observation(seat)).all())
                    self.assertEqual(tuple(batch.points[0]), state.points)
                    self.assertTrue(np.allclose(batch.reward[0], state.returns))
                    game += 1
                    state = batch.game.new(seed=f"follow.0.{game}")

    def test_copied_lanes_go_on_alike(self):
        rng = np.random.default_rng(3)
        for name, options in SETS:
            batch = pond.Batch(name, 200, options, "copy", keys=True, turns_max=60, threads=2)
            others = pond.Batch(name, 200, options, "copy", keys=True, turns_max=60)
            for _ in range(12):
                steps = int(rng.integers(1, 30))
                batch.step_random(steps)
                others.step_random(steps)
                batch.copy(rng.integers(100, size=100), 100)
                sources = rng.integers(100, size=100)
                batch.copy(sources, 100)
                arrays = (batch.observation, batch.mask, batch.key, batch.reward, batch.done, batch.seat,
                          batch.places, batch.points, batch.legal_count)
                while True:  # until the first of these games ends: the next one follows from its lane
                    for array in arrays:
                        self.assertTrue((array[100:] == array[sources]).all())
                    actions = batch.sample()[:100].copy()
                    batch.step(actions, 0)
                    batch.step(actions[sources], 100)
                    if (batch.done > 0).any():
                        break
                batch.reset()
                others.reset()
                self.assertTrue((batch.mask == others.mask).all())
            batch.close()

    def test_a_lane_goes_on_from_a_state(self):
        rng = np.random.default_rng(5)
        for name, options in SETS:
            batch = pond.Batch(name, 3, options, "put")
            for number in range(40):
                state = batch.game.new(seed=f"put-{number}")
                for _ in range(int(rng.integers(30))):
                    if not state.over:
                        state.apply(int(rng.choice(state.legal_actions())))
                if state.over:
                    continue
                batch.put(1, state)
                for _ in range(3 if name == "rribbit" else 1):  # elsewhere chance goes its own way
                    self.assertEqual(batch.seat[1], state.current)
                    self.assertTrue((batch.observation[1] == state.observation()).all())
                    self.assertTrue((batch.mask[1] == state.legal_mask()).all())
                    action = int(rng.choice(state.legal_actions()))
                    batch.step([action], 1)
                    state.apply(action)
                    if batch.done[1]:
                        self.assertTrue(state.over)
                        break

    def test_cards_of_an_action(self):
        """What a SPLIT or COMBINE plays and takes is what happens to the hand."""
        game, rng, kinds = pond.Game("quibbles"), np.random.default_rng(7), set()
        cards = game.action_cards.astype(int)
        for number in range(20):
            state = game.new(seed=f"cards-{number}")
            for _ in range(30):
                seat, action = state.current, int(rng.choice(state.legal_actions()))
                hand = state.observation(seat)[:8].astype(int)
                state.apply(action)
                kind, played, taken = cards[action][0], cards[action][1:9], cards[action][9:]
                kinds.add(kind)
                if kind in (1, 2):
                    self.assertTrue((state.observation(seat)[:8] == hand - played + taken).all())
        self.assertTrue({1, 2, 3} <= kinds)
        with self.assertRaises(pond.PondError):
            _ = pond.Game("rribbit").action_cards

    def test_100000_games_fit(self):
        from pond.core import ffi
        self.assertLess(100000 * ffi.sizeof("struct pond_lane"), 100 * 10**6)

    @unittest.skipUnless(os.path.basename(os.environ["BUILD"]) == "release", "sanitizers need memory of their own")
    def test_100000_games_need_no_more_than_that(self):
        """All the memory of a process that plays them, besides the arrays: as the kernel counts it."""
        told = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True, check=True)
        besides = int(told.stdout)
        self.assertGreater(besides, 50 * 10**6)
        self.assertLess(besides, 100 * 10**6)


class BadInput(unittest.TestCase):
    def test_wrong_shapes_and_types(self):
        batch = pond.Batch("quibbit", 4)
        before = batch.observation.copy()
        for actions in ([0] * 3, [[0] * 4], [0.5] * 4, ["a"] * 4, None, [-1] * 4, [22] * 4,
                        [2**40] * 4, np.zeros(4, bool), np.full(4, 2**63, np.uint64)):
            with self.assertRaises((pond.PondError, TypeError, ValueError)):
                batch.step(actions)
        for actions, start in (([0] * 4, 1), ([0], 4), ([0], -1), ([0], 2**40), ([0], 1.5), ([], 0), ([0], "a"), ([22], 0)):
            with self.assertRaises((pond.PondError, TypeError, ValueError)):
                batch.step(actions, start)
        for sources, start in (([1], 1), ([0, 1], 1), ([4], 1), ([-1], 1), ([2**40], 1), ([0.5], 1), ([0], 4)):
            with self.assertRaises((pond.PondError, TypeError, ValueError)):
                batch.copy(sources, start)
        seeded = pond.Game("quibbit").new(seed="put")
        for lane, state in ((4, seeded), (-1, seeded), (0, None), (0, pond.Game("rribbit").new()),
                            (0, pond.Game("quibbit").new())):
            with self.assertRaises((pond.PondError, TypeError)):
                batch.put(lane, state)
        self.assertTrue((batch.observation == before).all())
        with self.assertRaises(ValueError):
            batch.mask[0, 0] = 1
        for array in (batch.observation, batch.mask, batch.legal, batch.legal_count, batch.seat, batch.done, batch.reward):
            with self.assertRaises(ValueError):
                array.flags.writeable = True
        batch.close()
        with self.assertRaises(pond.PondError):
            batch.step_random()
        for n in (0, -1, 10**9, 1.5, "4"):
            with self.assertRaises((pond.PondError, TypeError)):
                pond.Batch("quibbit", n)
        with self.assertRaises(TypeError):
            pickle.dumps(batch)

    def test_random_calls_never_crash(self):
        rng = np.random.default_rng(17)
        junk = [None, -1, 0, 1, 5, 503, 504, 3716, 2**31, -2**63, 1.5, "b1-c3", "", "1\0", b"x", [], {}]
        for _ in range(int(os.environ.get("POND_PYTHON_FUZZ", "400"))):
            name, options = SETS[rng.integers(len(SETS))]
            state = pond.Game(name, options).new(seed="fuzz")
            match = pond.Game(name, options).match("fuzz", entries_max=300)
            for _ in range(12):
                pick = lambda: junk[rng.integers(len(junk))]  # noqa: E731
                calls = [lambda: state.apply(pick()), lambda: state.apply(pick(), pick()),
                         lambda: state.play(pick(), pick()), lambda: state.observation(pick()),
                         lambda: state.observation(0, pick()), lambda: state.view(pick()),
                         lambda: state.legal_actions(pick()), lambda: state.action_text(pick()),
                         lambda: state.action_of(pick(), pick()), lambda: state.apply_chance(pick()),
                         lambda: match.submit(pick(), pick()), lambda: match.resign(pick()),
                         lambda: match.take_back(pick(), pick()), lambda: match.record([str(pick())]),
                         lambda: state.apply(state.legal_actions()[-1]), lambda: match.play_random(3),
                         lambda: pond.Game(name, pick()), lambda: state.game.new(pick()),
                         lambda: pond.Player(pick()).choose(match, pick()),
                         lambda: list(pond.Record.read(match.record()[rng.integers(40):]))]
                try:
                    calls[rng.integers(len(calls))]()
                except (pond.PondError, TypeError, ValueError, IndexError):
                    pass

    def test_threads_and_forks(self):
        state = pond.Game("quibbit").new(seed="threads")
        problems = []

        def work():
            for _ in range(300):
                try:
                    state.copy().apply(state.legal_actions()[0])
                    state.apply(state.legal_actions()[0])
                except (pond.PondError, IndexError):
                    pass
                except Exception as problem:  # pylint: disable=broad-except
                    problems.append(problem)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])
        batch = pond.Batch("quibbit", 256, threads=2)
        batch.step_random(3)
        child = os.fork()
        if child == 0:
            batch.step_random(3)
            os._exit(0)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


if __name__ == "__main__":
    unittest.main()
