"""observations_test.py: observations, read back by `Game.fields`, say what the views say by name."""
import unittest

import numpy as np
import pond


def parts(state, seat):
    """The observation of a seat, by field."""
    seen = state.observation(seat).astype(int)
    return {f.name: seen[f.start:f.start + f.shape[0] * f.shape[1]].reshape(f.shape) for f in state.game.fields}


def rows_of(seats, seat):
    """The frogs of Quibbit in the order of the rows: the seat's own first, the dummy's last."""
    return [(seat + row) % seats if row < seats else row for row in range(4)]


def counts(cards):
    return [cards.count(value) for value in range(8)]


class Observations(unittest.TestCase):
    def states(self, sets, seed):
        """Random play with all its positions, for each set of options."""
        rng = np.random.default_rng(seed)
        for name, options in sets:
            for number in range(12):
                state = pond.Game(name, options).new(seed=f"seen-{number}")
                for _ in range(60):
                    if state.over:
                        break
                    yield state
                    state.apply(int(rng.choice(state.legal_actions())))

    def test_quibbit(self):
        sets = [("quibbit", f"players={n}") for n in (2, 3, 4)] + [
            ("quibbit", "players=2,lap=leader,tie=now,dummy=contender")]
        for state in self.states(sets, 1):
            for seat in range(state.game.seats):
                data, found = state.view(seat).data, parts(state, seat)
                tiles, frogs, order = data["tiles"], data["frogs"], rows_of(state.game.seats, seat)
                least = min([frog["progress"] for frog in frogs if frog["progress"] is not None], default=0)
                for kind, row in [("flower", 4), ("water", 5)] + [
                        (frogs[frog]["color"], row) for row, frog in enumerate(order) if frog < len(frogs)]:
                    self.assertEqual(list(np.flatnonzero(found["ring"][row])),
                                     [i for i, tile in enumerate(tiles) if tile == kind])
                for row, number in enumerate(order):
                    frog = frogs[number] if number < len(frogs) else {
                        "tile": None, "progress": None, "cards": [], "out": True, "dummy": False}
                    self.assertEqual(list(np.flatnonzero(found["frogs"][row])),
                                     [] if frog["tile"] is None else [frog["tile"]])
                    self.assertEqual(found["ahead"][row, 0], (frog["progress"] or least) - least)
                    held = found["dummy_deck"][0] if frog["dummy"] else found["hands"][row]
                    self.assertEqual(list(np.flatnonzero(held) + 1), frog["cards"])
                    self.assertEqual(found["crown"][row, 0], data["crown"] == number)
                    self.assertEqual(found["in_play"][row, 0], not frog["out"] and not frog["dummy"])
                    waiting = state.turn if data["round"] else range(4)
                    self.assertEqual(found["chosen"][row, 0], number < state.game.seats
                                     and not frog["out"] and number not in waiting)
                options = dict(part.split("=") for part in state.game.options.split(","))
                self.assertEqual(list(found["options"][0]), [
                    data["round"] == 0, state.game.seats, options.get("lap") == "leader",
                    options.get("tie") == "now", options.get("dummy") == "contender"])

    def test_rribbit(self):
        for state in self.states([("rribbit", ""), ("rribbit", "turn=chain")], 2):
            for seat in range(2):
                data, found = state.view(seat).data, parts(state, seat)
                if found["chain_frog"].any():
                    continue  # the captures so far are made in the observation, not yet in the view
                for name, army in (("own_frogs", ("light", "dark")[seat]), ("other_frogs", ("dark", "light")[seat])):
                    pads = [9 * (int(pad[1]) - 1) + "abcdefghi".index(pad[0]) for pad in data[army]]
                    turned = [62 - pad for pad in pads] if seat else pads  # dark sees the board from its side
                    self.assertEqual(list(np.flatnonzero(found[name])), sorted(turned))
                self.assertEqual(found["arena"].sum(), 9)

    def test_quibbles(self):
        for state in self.states([("quibbles", ""), ("quibbles", "players=5")], 3):
            for seat in range(state.game.seats):
                data, found = state.view(seat).data, parts(state, seat)
                for name in ("hand", "display", "discards"):
                    self.assertEqual(list(found[name][0]), counts(data[name]))
                for row in range(state.game.seats):
                    number = (seat + row) % state.game.seats
                    told, own = found["seats"][row], data["seats"][number]
                    self.assertEqual(list(told[:8]), counts(own["collection"]))
                    self.assertEqual(list(told[24:]), [own["cards"], own["total"], 1, data["seat"] == number])
                    held = counts(state.view(number).data["hand"])
                    self.assertTrue(all(low <= held[i] for i, low in enumerate(told[8:16])))
                    self.assertTrue(all(held[i] <= most for i, most in enumerate(told[16:24])))
                self.assertEqual(list(found["rest"][0]), [
                    data["pile"], data["phase"] == "stash", 0, state.game.seats])


if __name__ == "__main__":
    unittest.main()
