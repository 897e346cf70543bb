"""Exact values to measure against: solved rings of two-player Quibbit, and frozen test sets."""
from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from .core import Array, Game, PondError, State, Tablebase, _whole, ffi, lib

Policy = Callable[[State, int], Mapping[int, float]]
_CARDS, _FIRST_CARD = 5, 17  # cards, and the action of card 1


class Exploitability(NamedTuple):
    """What best responses gain. All are measured from the round that begins when the frogs are placed, with all
    cards of the ring in hand, and averaged over the 24 ways to place them."""

    value: float  #: half of what both best responses gain together: 0 for an equilibrium
    gains: Tuple[float, float]  #: of a best response by seat 0, and by seat 1
    worst: float  #: the greatest gain of either seat in any state


def _episode(state: object) -> Any:
    """A copy of what a state holds in C."""
    if not isinstance(state, State):
        raise TypeError(f"a state is wanted, not a {type(state).__name__}")
    return state._still()


def _seat(seat: object) -> int:
    if _whole(seat, "the seat") not in (0, 1):
        raise PondError("the seat must be 0 or 1")
    return _whole(seat, "the seat")


class Ring:
    """Two-player Quibbit on one ring, solved exactly: `Ring("*RGY*GYR~YRG", cards="12")`.

    `cards` are those that the hands may hold; with all five the solution takes minutes and about a
    gigabyte, with two a second. Strategies are arrays [states, 5]: how likely each card is.
    """

    def __init__(self, layout: str, options: str = "", cards: str = "12345", threads: int = 2) -> None:
        extra = f",{options}" if options else ""
        self.game = Game("quibbit", f"players=2,layout={layout}{extra}")
        if not cards or any(card not in "12345" for card in cards):
            raise PondError("cards must be some of 12345")
        settings = ffi.new("struct quibbit_solve_settings *")
        if not 1 <= _whole(threads, "threads") <= 64:
            raise PondError("threads must be 1 to 64")
        settings.threads = _whole(threads, "threads")
        bits = 0 if set(cards) == set("12345") else sum(1 << int(c) for c in set(cards))
        settings.hand = [bits, bits]
        status = ffi.new("enum quibbit_solve_status *")
        solution = lib.quibbit_solve(self.game._config, settings, status)
        if not solution:
            raise PondError("this game cannot be solved" if status[0] == 3 else "no memory to solve it")
        self._solution = ffi.gc(solution, lib.quibbit_solution_free)
        self.cards = "".join(sorted(set(cards)))
        self.states = int(lib.quibbit_strategy_states(self._solution))

    def probe(self, state: State) -> Optional[Dict[str, Any]]:
        """The solution of a state in which a round is due: its value for seat 0, how often each seat
        and the dummy win, and both seats' mixes as {action: probability}. None where it is not of
        this ring or these cards."""
        truth, still = ffi.new("struct quibbit_truth *"), _episode(state)
        where = ffi.addressof(still.episode, "state")
        if not lib.quibbit_solution_probe(self._solution, where, truth):
            return None
        mixes = []
        for seat in range(2):
            own = truth.seat[seat]
            mixes.append({lib.pond_action_of(self.game._encoding, ffi.addressof(still, "episode"), seat,
                                             own.move[i]): float(own.probability[i])
                          for i in range(own.count)})
        return {"value": float(truth.value), "win": tuple(truth.win), "dummy": float(truth.dummy),
                "mixes": mixes}

    def policy(self, state: State, seat: int) -> Dict[int, float]:
        """The equilibrium as a policy: {action: probability}."""
        found = self.probe(state)
        if found is None:
            raise PondError("this state is not one of the ring's")
        return dict(found["mixes"][_seat(seat)])

    def state(self, index: int) -> State:
        """The state of a number from 0 to `states` - 1."""
        made = ffi.new("struct pond_state *")
        if not 0 <= _whole(index, "the number of a state") < self.states or not lib.quibbit_solution_unrank(self._solution, index, made):
            raise PondError(f"there is no state {index}: they are 0 to {self.states - 1}")
        state = State.__new__(State)
        state._begin(self.game, made, "", None, False)
        return state

    def rank(self, state: State) -> int:
        """The number of a state in which a round is due."""
        index, swapped = ffi.new("uint64_t *"), ffi.new("bool *")
        still = _episode(state)
        where = ffi.addressof(still.episode, "state")
        if not lib.quibbit_solution_rank(self._solution, where, index, swapped) or swapped[0]:
            raise PondError("this state is not one of the ring's")
        return int(index[0])

    # ---- Strategies ----

    def _new(self) -> Array:
        return np.zeros((self.states, _CARDS))

    def equilibrium(self, seat: int) -> Array:
        """An equilibrium strategy for a seat, in every state."""
        out = self._new()
        lib.quibbit_strategy(self._solution, _seat(seat), ffi.from_buffer("double[]", out, require_writable=True))
        return out

    def uniform(self, seat: int) -> Array:
        """Every card of the hand equally likely."""
        out = (self.equilibrium(seat) >= 0).astype(float)
        out *= self._holds(seat)
        return np.asarray(out / out.sum(1, keepdims=True))

    def _holds(self, seat: int) -> Array:
        """By state, 1 for each card in the hand: the hands are in order, seat 0's first."""
        hands = [h for h in range(1, 32) if all(str(c + 1) in self.cards for c in range(5) if h >> c & 1)]
        rows = np.array([[h >> c & 1 for c in range(_CARDS)] for h in hands], float)
        each = self.states // len(hands) ** 2
        by_block = np.repeat(rows, len(hands), 0) if seat == 0 else np.tile(rows, (len(hands), 1))
        return np.asarray(np.repeat(by_block, each, 0))

    def reachable(self) -> List[int]:
        """The states that play can reach from the openings, whatever is chosen and drawn: with two
        cards thousands, with all five most of them, which takes a while."""
        found, todo = set(self.openings()), self.openings()
        while todo:
            state = self.state(todo.pop())
            for own in state.legal_actions(0):
                for other in state.legal_actions(1):
                    chosen = state.copy().apply(own, 0).apply(other, 1)
                    outcomes = [outcome for outcome, _ in chosen.chance_outcomes()]
                    for then in [chosen.copy().apply_chance(o) for o in outcomes] or [chosen]:
                        index = -1 if then.over else self.rank(then)
                        if index >= 0 and index not in found:
                            found.add(index)
                            todo.append(index)
        return sorted(found)

    def strategy(self, policy: Policy, seat: int, states: Optional[Sequence[int]] = None) -> Array:
        """A policy as an array: asks it about these states (all by default), and makes all
        others uniform. Forced cards are not asked about."""
        out = self.uniform(seat)
        for index in range(self.states) if states is None else states:
            if (out[index] > 0).sum() > 1:
                state, holds = self.state(index), out[index] > 0
                answer = policy(state, seat)
                if not isinstance(answer, Mapping) or not all(
                        _whole(action, "an action") - _FIRST_CARD in np.flatnonzero(holds) for action in answer):
                    raise PondError(f"a policy gives {{action: probability}} for legal actions, not {answer!r} in {state}")
                out[index] = 0
                for action, probability in answer.items():
                    out[index, action - _FIRST_CARD] = probability
        return out

    def _checked(self, strategy: Array, seat: int) -> Array:
        given = np.ascontiguousarray(strategy, float)
        if given.shape != (self.states, _CARDS):
            raise PondError(f"a strategy has the shape ({self.states}, {_CARDS}), not {given.shape}")
        if not np.isfinite(given).all() or (given < -1e-9).any() or abs(given.sum(1) - 1).max() > 1e-6:
            raise PondError("the probabilities of every state must add up to 1")
        if (given * (1 - self._holds(seat)) != 0).any():
            raise PondError(f"a strategy must not play cards that are not in the hand of seat {seat}, whose strategy it is")
        return given

    def best_response(self, strategy: Array, seat: int) -> Tuple[Array, Array]:
        """The other seat's exact best response to a strategy of `seat`: the value of every state for seat 0, and
        the card that answers."""
        given, values, cards = self._checked(strategy, seat), np.zeros(self.states), np.zeros(
            self.states, np.uint8)
        if not lib.quibbit_respond(self._solution, _seat(seat), ffi.from_buffer("double[]", given), 1e-12,
                                   ffi.from_buffer("double[]", values, require_writable=True),
                                   ffi.from_buffer("uint8_t[]", cards, require_writable=True)):
            raise PondError("best responses need a dummy that is a bystander")
        return values, cards

    def played(self, strategy: Union[Array, Sequence[Array]], seat: Optional[int] = None) -> Policy:
        """A strategy of a seat, `played(strategy, seat)`, or of both, `played([first, second])`, as a policy:
        {action: probability} for a state of this ring. `best_response`'s cards are one, too: an array of
        whole numbers, one card for each state."""
        if isinstance(strategy, (list, tuple)) and len(strategy) == 2 and seat is None:
            of = dict(enumerate(map(np.asarray, strategy)))
        elif seat is None:
            raise PondError("say whose strategy it is: played(strategy, seat), or played([first, second]) for both")
        else:
            of = {_seat(seat): np.asarray(strategy)}
        for given in of.values():
            if given.shape not in ((self.states,), (self.states, _CARDS)):
                raise PondError(f"a strategy has the shape ({self.states}, {_CARDS}) or ({self.states},), not {given.shape}")

        def policy(state: State, seat: int) -> Dict[int, float]:
            if _seat(seat) not in of:
                raise PondError(f"this is a strategy of seat {1 - seat}, not of seat {seat}")
            given = of[seat]
            row = given[self.rank(state)]
            if given.ndim == 1:
                return {_FIRST_CARD - 1 + int(row): 1.0}
            return {_FIRST_CARD + int(card): float(row[card]) for card in np.flatnonzero(row)}

        return policy

    def values(self) -> Array:
        """The exact value of every state, for seat 0."""
        out = np.zeros(self.states)
        lib.quibbit_values(self._solution, ffi.from_buffer("double[]", out, require_writable=True))
        return out

    def openings(self) -> List[int]:
        """The states in which the first round begins, with all cards of the ring in hand."""
        found, full = [], "".join(self.cards)
        for tile in range(12):
            for answer in (15, 16):
                state = self.game.new()
                state.apply(tile).apply(answer)
                fields = state.text.split(" ")
                frogs = [f"{f.split(':')[0]}:{full if i < 2 else ''}" for i, f in enumerate(fields[1].split(","))]
                fields[1] = ",".join(frogs)
                found.append(self.rank(self.game.new(" ".join(fields))))
        return found

    def exploitability(self, strategies: Sequence[Array],
                       states: Optional[Sequence[int]] = None) -> Exploitability:
        """How much best responses gain against both seats' strategies, exactly. `states` are those
        among which the worst is looked for: all by default."""
        if len(strategies) != 2:
            raise PondError(f"there are two seats, but {len(strategies)} strategies")
        truth, starts = self.values(), self.openings()
        gain_0 = self.best_response(strategies[1], 1)[0] - truth
        gain_1 = truth - self.best_response(strategies[0], 0)[0]
        gains = float(gain_0[starts].mean()), float(gain_1[starts].mean())
        among = np.arange(self.states) if states is None else np.asarray(states)
        return Exploitability(sum(gains) / 2, gains, float(max(gain_0[among].max(), gain_1[among].max())))


def exploitability(policy: Policy, ring: Ring) -> Exploitability:
    """The same for a policy of both seats: policy(state, seat) gives {action: probability}. It is asked
    about the states that play can reach. A level is `pond.Player("level:3").policy`."""
    if not callable(policy):
        raise TypeError(f"a policy is a function of a state and a seat, not a {type(policy).__name__}")
    if not isinstance(ring, Ring):
        raise TypeError(f"a Ring is wanted, not a {type(ring).__name__}")
    states = ring.reachable()
    return ring.exploitability([ring.strategy(policy, seat, states) for seat in range(2)], states)


class Exact(NamedTuple):
    """A position of a test set."""

    position: str
    value: float  #: Rrib-bit: for the side to move, 1 won, 0 drawn, -1 lost; Quibbit: for seat 0, from -1 to 1
    distance: Optional[int]  #: plies to the end, where it is not drawn


ENDINGS_HASH = "8995944246931070ea5e900e1844a12962adebcaf4e98be430598de5203574ca"


ROUNDS_HASH = "354d527903219b696d8ada2edf6beea22b552903c5e25c2a7cd71d54015cfd3e"


def _frozen(name: str, known: str) -> List[List[str]]:
    """The lines of a test set, if it is the one that this version came with."""
    text = (Path(__file__).parent / name).read_text()
    if hashlib.sha256(text.encode()).hexdigest() != known:
        raise PondError(f"{name} is not the file that this version came with")
    return [line.split(";") for line in text.splitlines()]


def endings() -> List[Exact]:
    """A frozen test set: 1,539 endings of Rrib-bit, won, drawn and lost. Its hash
    (`ENDINGS_HASH`) names it in a report."""
    return [Exact(position, float(value), int(distance) or None)
            for position, value, distance in _frozen("endings.txt", ENDINGS_HASH)]


def rounds() -> List[Exact]:
    """A frozen test set: 416 undecided states of two-player Quibbit on 20 rings, in which both seats have a
    choice, with the value of optimal play for seat 0 to nine decimals. Its hash is `ROUNDS_HASH`."""
    return [Exact(position, float(value), None) for position, value in _frozen("rounds.txt", ROUNDS_HASH)]


def test_set(count: int = 1000, seed: int = 1, folder: Optional[str] = None,
             frogs: Tuple[int, int] = (3, 1)) -> Tuple[List[Exact], str]:
    """Uniformly drawn endings of Rrib-bit with their exact values, and a hash that identifies them. The
    same arguments give the same set, as long as the tablebases know the class of `frogs`."""
    if _whole(count, "count") < 1:
        raise PondError("count must be 1 or more")
    if len(frogs) != 2 or not all(1 <= _whole(each, "frogs") <= 9 for each in frogs):
        raise PondError(f"frogs must be two numbers from 1 to 9, not {frogs!r}")
    if sum(frogs) > 7:
        raise PondError(f"no tablebase knows endings of {frogs[0]} against {frogs[1]} frogs")
    game, found = Game("rribbit"), []  # type: Game, List[Exact]
    tablebase, rng = Tablebase(game, folder), np.random.default_rng(seed)
    for _ in range(count * 100):
        if len(found) == count:
            break
        pads = rng.permutation(63)[:sum(frogs)]
        cells = ["."] * 63
        for i, pad in enumerate(pads):
            cells[pad] = "L" if i < frogs[0] else "D"
        rows = ["".join(cells[row * 9:row * 9 + 9]) for row in range(6, -1, -1)]
        text = "/".join(_packed(row) for row in rows) + (" l" if rng.integers(2) == 0 else " d") + " 0,0"
        state = game.new(text)
        truth = None if state.over else tablebase.probe(state)
        if truth is not None:
            value = truth["win"][state.current] - truth["win"][1 - state.current]
            found.append(Exact(text, float(value), truth["distance"]))
    tablebase.close()
    if len(found) < count:
        raise PondError(f"no tablebase knows endings of {frogs[0]} against {frogs[1]} frogs")
    lines = "".join(f"{e.position};{e.value:g};{e.distance or 0}\n" for e in found)
    return found, hashlib.sha256(lines.encode()).hexdigest()


def _packed(row: str) -> str:
    out, empty = "", 0
    for cell in row + "|":
        if cell == ".":
            empty += 1
            continue
        out += (str(empty) if empty else "") + (cell if cell != "|" else "")
        empty = 0
    return out
