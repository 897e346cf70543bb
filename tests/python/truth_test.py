"""truth_test.py: exploitability is what an independent computation finds, and 0 for the equilibrium."""
import os
import unittest

import numpy as np
import pond

ROUND = (17, 18, 19, 20, 21)
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")


def values_of(state, ring, policies, known, depth):
    """The value of a round for seat 0 by the rules alone, over that many rounds: seat 0 plays a best
    response to seat 1; deeper states are taken from `known`."""
    if state.over:
        outcome, winner, _ = state.result
        return 0.0 if outcome != "won" else 1.0 - 2.0 * winner
    if depth == 0:
        return known[ring.rank(state)]
    best = -2.0
    mix = policies[ring.rank(state)]
    for own in state.legal_actions(0):
        total = 0.0
        for other in state.legal_actions(1):
            if mix[other - 17] == 0:
                continue
            after = state.copy().apply(own, 0).apply(other, 1)
            outcomes = after.chance_outcomes() or [(None, 1.0)]
            for outcome, odds in outcomes:
                then = after.copy() if outcome is None else after.copy().apply_chance(outcome)
                total += mix[other - 17] * odds * values_of(then, ring, policies, known, depth - 1)
        best = max(best, total)
    return best


class Rings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ring = pond.Ring("*RGY*GYR~YRG", cards="4" if SANITIZED else "24")

    def test_the_equilibrium_cannot_be_exploited(self):
        ring = self.ring
        found = ring.exploitability([ring.equilibrium(0), ring.equilibrium(1)])
        self.assertLess(abs(found.value), 1e-6)
        self.assertLess(found.worst, 1e-5)

    def test_uniform_play_can(self):
        ring = self.ring
        found = ring.exploitability([ring.uniform(0), ring.uniform(1)])
        self.assertGreater(found.value, -1e-9 if SANITIZED else 0.01)
        self.assertGreaterEqual(min(found.gains), -1e-6)

    def test_a_best_response_is_what_the_rules_say(self):
        """Looking two rounds ahead by the rules alone changes nothing."""
        ring = self.ring
        mix = ring.uniform(1)
        values, _ = ring.best_response(mix, 1)
        rng = np.random.default_rng(5)
        for index in rng.integers(ring.states, size=20):
            state = ring.state(int(index))
            self.assertEqual(ring.rank(state), index)
            self.assertAlmostEqual(values_of(state, ring, mix, values, 2), values[index], places=8)

    def test_best_responses_are_policies(self):
        """Played as a policy, a best response to uniform play is worth what it promised."""
        ring, mix = self.ring, self.ring.uniform(1)
        values, cards = ring.best_response(mix, 1)
        answer = ring.strategy(ring.played(cards, 0), 0, ring.openings())
        self.assertTrue((answer[ring.openings()].max(1) == 1).all())
        whole = np.eye(5)[np.maximum(cards, 1).astype(int) - 1]
        self.assertTrue((ring.best_response(whole, 0)[0] <= values + 1e-9).all())
        first, second = ring.equilibrium(0), ring.equilibrium(1)
        equal, state = ring.played(first, 0), ring.state(ring.openings()[0])
        self.assertEqual(set(equal(state, 0)), set(ring.policy(state, 0)))
        both = ring.played([first, second])
        for index in ring.openings():
            for seat in (0, 1):
                known = {action: odds for action, odds in ring.policy(ring.state(index), seat).items() if odds > 0}
                self.assertEqual(both(ring.state(index), seat), known)
        for wrong in (lambda: equal(state, 1), lambda: ring.played(np.zeros(3), 0), lambda: ring.played(first),
                      lambda: ring.played([first]), lambda: ring.played([first, second], 0), lambda: ring.played([first, cards[:5]])):
            with self.assertRaises(pond.PondError):
                wrong()

    @unittest.skipIf(SANITIZED, "thousands of states")
    def test_the_equilibrium_as_a_policy_cannot_be_exploited(self):
        ring = pond.Ring("*RGY*GYR~YRG", cards="12")
        policy = ring.played([ring.equilibrium(0), ring.equilibrium(1)])
        self.assertLess(abs(pond.exploitability(policy, ring).value), 1e-6)

    def test_bad_strategies_are_refused(self):
        ring = self.ring
        for bad in (np.zeros((3, 5)), np.zeros((ring.states, 5)), np.full((ring.states, 5), np.nan),
                    np.full((ring.states, 5), 0.2)):
            with self.assertRaises(pond.PondError):
                ring.best_response(bad, 0)
        with self.assertRaises(pond.PondError):
            pond.Ring("*RGY*GYR~YRG", cards="9")
        with self.assertRaises(pond.PondError):
            ring.state(ring.states)


class Levels(unittest.TestCase):
    """Exploitability by the rules alone: no table, no solver, no best response of the library."""

    @staticmethod
    def rounds(ring, states):
        """By state and pair of actions: [(probability, state's place or None, value if it is over)]."""
        place, model = {index: i for i, index in enumerate(states)}, []
        for index in states:
            state, pairs = ring.state(index), {}
            for own in state.legal_actions(0):
                for other in state.legal_actions(1):
                    chosen, then = state.copy().apply(own, 0).apply(other, 1), []
                    for outcome, odds in chosen.chance_outcomes() or [(None, 1.0)]:
                        after = chosen if outcome is None else chosen.copy().apply_chance(outcome)
                        to, worth = None, 0.0
                        if not after.over:
                            to = place[ring.rank(after)]
                        elif after.result[0] == "won":
                            worth = 1.0 - 2.0 * after.result[1]
                        then.append((odds, to, worth))
                    pairs[own, other] = then
            model.append(pairs)
        return model

    @staticmethod
    def answered(model, mixes, seat):
        """The value of every state for seat 0 where `seat` plays its mixes and the other answers best."""
        values = np.zeros(len(model))
        for _ in range(2000):
            changed = 0.0
            for i, pairs in enumerate(model):
                found = {}
                for (own, other), then in pairs.items():
                    weight = mixes[i].get((own, other)[seat], 0.0)
                    worth = sum(odds * (end if to is None else values[to]) for odds, to, end in then)
                    answer = (own, other)[1 - seat]
                    found[answer] = found.get(answer, 0.0) + weight * worth
                best = max(found.values()) if seat == 1 else min(found.values())
                changed, values[i] = max(changed, abs(best - values[i])), best
            if changed < 1e-10:
                return values
        raise AssertionError("the values do not settle")

    def independent(self, ring, policy):
        states = ring.reachable()
        model, starts = self.rounds(ring, states), [states.index(start) for start in ring.openings()]
        ends = [self.answered(model, [policy(ring.state(i), seat) for i in states], seat)[starts].mean()
                for seat in (0, 1)]
        return (ends[1] - ends[0]) / 2

    @unittest.skipUnless(os.path.basename(os.environ["BUILD"]) == "release", "half a minute is enough once")
    def test_level_3_is_as_exploitable_as_the_rules_say(self):
        ring = pond.Ring("*RGY*GYR~YRG", cards="45")
        known = {}

        def level_3(state, seat):
            key = state.text, seat
            if key not in known:
                known[key] = player.policy(state, seat)
            return known[key]

        player = pond.Player("level:3")
        found = pond.exploitability(level_3, ring)
        self.assertAlmostEqual(found.value, self.independent(ring, level_3), places=7)
        self.assertGreater(found.value, 0.05)
        exact = pond.exploitability(ring.policy, ring)
        self.assertLess(abs(exact.value), 1e-6)
        self.assertLess(abs(self.independent(ring, ring.policy)), 1e-6)


class TestSets(unittest.TestCase):
    def test_the_endings_are_what_the_tables_say(self):
        known = pond.endings()
        self.assertEqual(len(known), len({ending.position for ending in known}))
        tables = pond.Tablebase(pond.Game("rribbit"))
        if len(tables) == 0:
            self.skipTest("no tablebase of Rrib-bit in this build")
        for ending in known:
            state = tables.game.new(ending.position)
            found = tables.probe(state)
            value = found["win"][state.current] - found["win"][1 - state.current]
            self.assertEqual((value, found["distance"]), (ending.value, ending.distance), ending.position)

    @unittest.skipIf(SANITIZED, "solving takes too long")
    def test_the_rounds_are_what_the_solution_says(self):
        """Those of two rings, solved again; POND_PYTHON_RINGS=20 takes all."""
        known, game = pond.rounds(), pond.Game("quibbit", players=2)
        self.assertEqual(len(known), len({exact.position for exact in known}))
        self.assertTrue(all(0.001 < abs(exact.value) < 0.999 for exact in known))
        rings = {}
        for exact in known:
            rings.setdefault(exact.position.split(" ")[0], []).append(exact)
        self.assertEqual((len(rings), len(known)), (20, 416))

        def cards(found):
            """All that the hands of a ring's states hold."""
            return "".join(sorted({card for exact in found for frog in exact.position.split(" ")[1].split(",")[:2]
                                   for card in frog.split(":")[1]}))

        count = int(os.environ.get("POND_PYTHON_RINGS", "2"))
        for layout in sorted(rings, key=lambda layout: len(cards(rings[layout])))[:count]:
            ring = pond.Ring(layout, cards=cards(rings[layout]))
            for exact in rings[layout]:
                state = game.new(exact.position)
                self.assertTrue(all(len(state.legal_actions(seat)) > 1 for seat in range(2)))
                self.assertAlmostEqual(ring.probe(state)["value"], exact.value, places=8)

    def test_a_set_is_frozen(self):
        tables = pond.Tablebase(pond.Game("rribbit"))
        if len(tables) == 0:
            self.skipTest("no tablebase of Rrib-bit in this build")
        one, name = pond.test_set(50)
        two, again = pond.test_set(50)
        self.assertEqual((one, name), (two, again))
        self.assertEqual(name, "9113f6e293897f70885373afe05ead390ac11f51c39278ab8e76a47a601b1f8d")


if __name__ == "__main__":
    unittest.main()
