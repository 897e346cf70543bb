"""The objects of the package: games, states, views, matches, players, records, tablebases."""
from __future__ import annotations

import functools
import json
import operator
import os
import re
import threading
import weakref
from typing import Any, Callable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union, cast

import numpy as np
import numpy.typing as npt

from . import _pond, draw
from .notebook import Animation, Rows

ffi: Any = _pond.ffi
lib: Any = _pond.lib

CHANCE = -1  #: `State.current` where chance must draw
OVER = -4  #: `State.current` where the game is over
_TEXT = 4096
_MOVE_TEXT = 128  # POND_MOVE_TEXT_MAX and more
_LEGAL_MAX = 512
_OUTCOMES = ("goes on", "won", "won by the dummy", "drawn", "unfinished")

Array = npt.NDArray[Any]
Seed = Union[str, int]  #: 1 and "1" are the same seed


class PondError(ValueError):
    """Something was refused. `name` is the message's stable name, `ruling` the number of the rule
    that it follows from ("X4"), where there is one."""

    def __init__(self, sentence: str, name: str = "", ruling: Optional[str] = None) -> None:
        super().__init__(sentence)
        self.name = name
        self.ruling = ruling

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.name, self.ruling)


class IllegalMove(PondError):
    """An action or a move that the rules do not allow here."""


def refusal(why: Any, kind: type[PondError] = PondError) -> PondError:
    """The exception for an error of the library."""
    out = ffi.new("char[]", _TEXT)
    lib.pond_error_write(why, 0, out, _TEXT)
    sentence = ffi.string(out).decode()
    name = lib.pond_message_name(why.word)
    found = re.search(r"\(([A-Z]\d+)\)", sentence)
    return kind(sentence, ffi.string(name).decode() if name else "",
                found.group(1) if found else None)


def _encoded(text: object, what: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}")
    if "\0" in text:
        raise PondError(f"{what} must not contain a zero character")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise PondError(f"{what} must be valid Unicode") from None


def _whole(number: object, what: str, least: int = -2**31, end: int = 2**31) -> int:
    if isinstance(number, (bool, np.bool_)):
        raise TypeError(f"{what} must be a whole number, not {number!r}")
    try:
        found = int(number.__index__())  # type: ignore[attr-defined]
    except AttributeError:
        raise TypeError(f"{what} must be a whole number, not {type(number).__name__}") from None
    if not least <= found < end:
        raise PondError(f"{what} {found} is out of range")
    return found


def _seed_text(seed: object) -> str:
    """A seed as the library takes it: a text; a number is the text that writes it."""
    if not isinstance(seed, str):
        try:
            number = None if isinstance(seed, (bool, np.bool_)) else operator.index(seed)  # type: ignore[arg-type]
        except TypeError:
            number = None
        if number is None:
            raise TypeError(f"the seed must be a str or an int, not {type(seed).__name__}")
        seed = str(number)
    why = ffi.new("struct pond_error *")
    if not lib.pond_seed_check(_encoded(seed, "the seed"), why):
        error = refusal(why)
        if not seed.isascii():  # of which the library shows question marks
            error = PondError(f"the seed {seed[:70]!r} must not contain characters outside of ASCII", error.name)
        raise error
    return seed


class Fixed:
    """Objects whose attributes are set once: C memory was allocated to match them."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.__dict__ and not name.startswith("_"):
            raise AttributeError(f"{name} cannot be changed: make another {type(self).__name__}")
        object.__setattr__(self, name, value)


class _Torn:
    """The lock of an object that another thread was changing when this process was forked."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None:
        raise PondError(f"another thread was using this {self._what} when the process was forked: make another")

    def __exit__(self, *unused: object) -> None:
        """Nothing was locked."""

    def acquire(self, blocking: bool = True) -> None:
        """Refuses: this is how the lock of a batch is taken."""
        self.__enter__()

    def release(self) -> None:
        """Nothing was locked."""


_locked: "weakref.WeakSet[Any]" = weakref.WeakSet()  # objects with a lock, which a fork must look after


def _after_fork() -> None:
    """Other threads do not live on in a forked process, but what they had locked stays locked."""
    lib.shim_forked()
    for owner in list(_locked):
        if owner._lock.acquire(blocking=False):
            owner._lock.release()
        else:
            owner._lock = _Torn(type(owner).__name__.lower())


os.register_at_fork(after_in_child=_after_fork)

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _alone(method: _Method) -> _Method:
    """Lets one thread at a time into an object's C memory: calls into C release the GIL."""

    @functools.wraps(method)
    def locked(self: Any, *arguments: Any, **named: Any) -> Any:
        with self._lock:
            return method(self, *arguments, **named)

    return cast(_Method, locked)


def version() -> str:
    """The version of the library."""
    return str(ffi.string(lib.pond_version()).decode())


def games() -> List[str]:
    """The names of all games."""
    names: List[str] = []
    while lib.pond_game_at(len(names)):
        names.append(ffi.string(lib.pond_game_at(len(names)).name).decode())
    return names


class Field(NamedTuple):
    """A part of an observation."""

    name: str
    start: int
    shape: Tuple[int, int]


class Game(Fixed):
    """A game with its options: `Game("quibbit", players=2)` or `Game("quibbit", "players=2")`."""

    def __init__(self, name: str, options: str = "", **more: Union[str, int]) -> None:
        if self.__dict__:
            raise AttributeError("a game cannot be changed: make another Game")
        why = ffi.new("struct pond_error *")
        self._game = lib.pond_game_find(_encoded(name, "the game's name"))
        if not self._game:
            lib.pond_game_refuse(_encoded(name, "the game's name"), why)
            raise refusal(why)
        if not isinstance(options, str):
            raise TypeError(f"the options must be a str such as 'players=2', not {type(options).__name__}")
        parts = [options] if options else []
        parts += [f"{key}={value}" for key, value in more.items()]
        self._config = ffi.new("struct pond_config *")
        text = _encoded(",".join(parts), "the options")
        if not lib.pond_config_parse(self._game, text, self._config, why):
            raise refusal(why)
        self._encoding = ffi.new("struct pond_encoding *")
        if not lib.pond_encoding_open(self._encoding, self._game, self._config, why):
            raise refusal(why)
        out = ffi.new("char[]", _TEXT)
        lib.shim_config(self._game, self._config, out, _TEXT)
        self.name = str(ffi.string(self._game.name).decode())
        self.title = str(ffi.string(self._game.title).decode())
        self.options = str(ffi.string(out).decode())
        self.seats = int(self._encoding.seats)
        self.action_count = int(self._encoding.action_count)
        self.observation_size = int(self._encoding.observation_size)

    @property
    def encoding_hash(self) -> str:
        """Identifies the numbering of actions and the layout of observations."""
        return f"{lib.pond_encoding_hash(self._encoding):016x}"

    @property
    def fields(self) -> List[Field]:
        """The parts of an observation, in order."""
        found, start = [], 0
        for i in range(self._encoding.field_count):
            field = self._encoding.fields[i]
            name = ffi.string(field.name).decode()
            found.append(Field(name, start, (field.rows, field.columns)))
            start += field.rows * field.columns
        return found

    @property
    def action_cards(self) -> Array:
        """What each action of Quibbles does, as a row of 17 counts: its kind (1 SPLIT, 2 COMBINE, 3
        DRAW, 4 STASH, 5 KEEP, 6 PASS), cards played of the values 0 to 7, cards taken (or given up)."""
        if self.name != "quibbles":
            raise PondError(f"{self.name} has no cards to count")
        rows, episode = [], ffi.new("struct pond_episode *")
        for action in range(self.action_count):
            move = int(lib.pond_action_move(self._encoding, episode, 0, action))
            rows.append([move >> 56, *(move >> 32 + 3 * value & 7 for value in range(8)),
                         *(move >> 4 * value & 15 for value in range(8))])
        return np.array(rows, np.uint8)

    def new(self, position: Optional[str] = None, seed: Optional[Seed] = None,
            recall: bool = False) -> "State":
        """A new game, or one from a position. With a seed, chance draws by itself; otherwise its
        outcomes are yours to choose. With `recall`, the state keeps information-state keys."""
        return State(self, position, seed, recall)

    def match(self, seed: Seed = "python", position: Optional[str] = None,
              entries_max: int = 20000) -> "Match":
        """A match: a game with its log, which players can play and records can hold. Chance follows
        from the seed: for different games, give different seeds."""
        return Match(self, seed, position, entries_max)

    def _key(self) -> Tuple[str, str]:
        return self.name, self.options

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> Tuple[Any, ...]:
        return _game_again, (self.name, self.options, self.encoding_hash)

    def __repr__(self) -> str:
        return f"Game({self.name!r}, {self.options!r})"


def _game_again(name: str, options: str, encoding: str) -> Game:
    game = Game(name, options)
    if game.encoding_hash != encoding:
        raise PondError(f"this pickle of {name} was made with another encoding ({encoding}); "
                        f"this version of pond has {game.encoding_hash}")
    return game


class View(Fixed):
    """What one seat (None: a spectator) may see of a state: `state.view(seat)` gives it."""

    def __init__(self) -> None:
        raise TypeError("a view comes from state.view(seat) or View.read(game, seat, text)")

    def _hold(self, game: Game, seat: Optional[int], bytes_: bytes) -> "View":
        self.game, self.seat, self._bytes = game, seat, bytes_
        self._view = ffi.new("struct pond_view *")
        ffi.memmove(self._view.bytes, bytes_, len(bytes_))
        out, hand = ffi.new("char[]", _TEXT), ffi.new("char[]", _TEXT)
        lib.shim_view(game._game, self._view, out, hand, _TEXT)
        self.text = str(ffi.string(out).decode())  #: the public position
        self.hand = str(ffi.string(hand).decode())  #: what the seat holds, "" for nothing
        return self

    @staticmethod
    def read(game: Game, seat: int, text: str) -> "View":
        """What the engine protocol's line `view` shows a seat that must choose, from its hexadecimal digits."""
        view = ffi.new("struct pond_view *")
        try:
            given = bytes.fromhex(text)
        except ValueError:
            given = b""
        if len(given) != ffi.sizeof("struct pond_view"):
            raise PondError(f"a view is {2 * ffi.sizeof('struct pond_view')} hexadecimal digits")
        ffi.memmove(view.bytes, given, len(given))
        if not 0 <= _whole(seat, "the seat") < game.seats or not lib.pond_view_check(
                game._game, view, game._config, seat):
            raise PondError("that view is not this seat's in this game")
        return View.__new__(View)._hold(game, seat, given)

    @property
    def hex(self) -> str:
        """The view as the engine protocol sends it."""
        return self._bytes.hex()

    @property
    def data(self) -> dict[str, Any]:
        """The view as data, with a name for each part: frogs, tiles, cards. {} where a game has none."""
        out = ffi.new("char[]", 4 * _TEXT)
        length = lib.shim_view_json(self.game._game, self._view, out, 4 * _TEXT)
        return dict(json.loads(ffi.buffer(out, length)[:].decode() or "{}"))

    def sample(self, seed: Seed = "sample") -> "State":
        """A state that looks the same to the seat. Another seed gives another one; the same seed, the same."""
        rng, state = ffi.new("struct pond_rng *"), ffi.new("struct pond_state *")
        lib.pond_rng_seed(rng, _seed_text(seed).encode())
        lib.pond_game_sample(self.game._game, self._view, rng, state)
        made = State.__new__(State)
        made._begin(self.game, state, "", None, False)
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and (self.game, self.seat, self._bytes) == (
            other.game, other.seat, other._bytes)

    def __hash__(self) -> int:
        return hash((self.game, self.seat, self._bytes))

    def __copy__(self) -> "View":
        return self

    def __deepcopy__(self, memo: Any) -> "View":
        return self

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("a view cannot be pickled: pickle the state that it was taken from")

    def __repr__(self) -> str:
        return f"View(seat={self.seat}, {self.text!r}, hand={self.hand!r})"


def _result(found: Any) -> Tuple[str, Optional[int], str]:
    outcome = _OUTCOMES[found.outcome]
    reason = ffi.string(lib.pond_reason_name(found.reason)).decode() if found.reason else ""
    return outcome, int(found.seat) if outcome == "won" else None, reason


class _Played:
    """What a state and a match say in the same way: the game, and how its seats stand."""

    __slots__ = ()
    _game: Game

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    def _standing(self) -> Any:
        raise NotImplementedError

    @property
    def returns(self) -> Tuple[float, ...]:
        """By seat: 1 for the winner, -1 shared by the others; 0 after a draw, or before the end."""
        return tuple(self._standing().returns[0:self.game.seats])

    @property
    def places(self) -> Tuple[int, ...]:
        """By seat, from 1; seats that are level share a place."""
        return tuple(self._standing().place[0:self.game.seats])

    @property
    def points(self) -> Tuple[int, ...]:
        """By seat: the collection's total, frogs left, or tiles ahead of the last frog."""
        return tuple(self._standing().points[0:self.game.seats])


_History = Optional[Tuple[Any, int, int]]


class State(_Played):
    """A game being played, without a log: copyable, hashable, picklable.

    Two states are equal if their positions are, hidden parts included."""

    __slots__ = ("_game", "_current", "_encoding", "_at", "_start", "_seed", "_recall", "_history")
    _current: int

    @property
    def current(self) -> int:
        """The seat to act (the first of several that choose at the same time), CHANCE or OVER."""
        return self._current

    def __init__(self, game: Game, position: Optional[str] = None, seed: Optional[Seed] = None,
                 recall: bool = False) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a state is of a Game, not of a {type(game).__name__}")
        start = ffi.new("struct pond_state *")
        if position is None:
            lib.shim_setup(game._game, game._config, start)
        else:
            why = ffi.new("struct pond_error *")
            text = _encoded(position, "the position")
            if not lib.pond_game_state_read(game._game, start, game._config, text, why):
                raise refusal(why)
        self._begin(game, start, position, None if seed is None else _seed_text(seed), recall)

    def _begin(self, game: Game, start: Any, position: Optional[str], seed: Optional[str],
               recall: bool) -> None:
        self._game, self._encoding = game, game._encoding
        self._start, self._seed, self._recall = position, seed, bool(recall)
        self._history: _History = None
        self._at = ffi.new("struct shim_state *")
        text = ffi.NULL if seed is None else seed.encode()
        self._current = lib.shim_begin(self._encoding, self._at, start, text, self._recall)

    # ---- Acting ----

    def apply(self, action: int, seat: int = -1) -> "State":
        """Applies an action of the seat to act (-1), or of another that chooses at the same time, and
        returns the state itself. At a chance node, draws that outcome."""
        if self._current == CHANCE:
            if seat != CHANCE:
                raise IllegalMove(f"chance must draw now, not seat {seat}")
            return self.apply_chance(action)
        if type(action) is not int or type(seat) is not int:  # a float of numpy's would be cut off
            seat, action = _whole(seat, "the seat", -2**63, 2**63), _whole(action, "the action", -2**63, 2**63)
        if seat < -1:
            raise IllegalMove(f"this game has no seat {seat}")
        try:
            code = lib.shim_apply(self._encoding, self._at, seat, action)
        except OverflowError:
            if not -2**31 <= seat < 2**31:
                raise IllegalMove(f"this game has no seat {seat}") from None
            raise IllegalMove(f"There is no action {action}; actions are 0 to {self.game.action_count - 1}.") from None
        if code <= -10:
            self._refuse(code)
        self._history = (self._history, seat if seat >= 0 else self._current, action)
        self._current = code
        return self

    def apply_chance(self, outcome: int) -> "State":
        """Draws an outcome of the chance that is due."""
        outcome = _whole(outcome, "the outcome")
        code = lib.shim_chance(self._encoding, self._at, outcome if outcome >= 0 else 2**63)
        if code <= -10:
            self._refuse_torn()
            if self._current == CHANCE:
                raise IllegalMove(f"chance cannot draw {outcome} here: chance_outcomes() lists what it can", "MOVE_ILLEGAL", "C2")
            self._refuse(code)
        self._history = (self._history, CHANCE, outcome)
        self._current = code
        return self

    def play(self, move: str, seat: Optional[int] = None) -> "State":
        """Makes a move given in notation, "b1-c3"."""
        seat = self.current if seat is None else _whole(seat, "the seat")
        while True:
            self.apply(self.action_of(move, seat), seat)
            prefix = self._at.episode.prefix
            if prefix == 0:
                return self
            if prefix == self._read(move, seat):  # all captures are made, though more would be legal
                return self.apply(self.game.action_count - 1, seat)

    def _read(self, move: str, seat: int, still: Any = None) -> int:
        """A move by its notation, which must be legal."""
        found, why = ffi.new("pond_move *"), ffi.new("struct pond_error *")
        still = still or self._still()
        if self.over:
            raise IllegalMove("The game is over.", "MOVE_GAME_OVER")
        if seat == CHANCE:
            raise IllegalMove("chance must draw now: apply(outcome) with one of chance_outcomes()")
        if not 0 <= seat < self.game.seats:
            raise IllegalMove(f"seat {seat} cannot move now")
        if not lib.pond_game_move_read(self.game._game, ffi.addressof(still.episode, "state"), seat,
                                       _encoded(move, "the move"), found, why):
            raise refusal(why, IllegalMove)
        return int(found[0])

    def _refuse_torn(self) -> None:
        """Refuses a state that another thread was changing when this process was forked."""
        if self._at.torn:
            _Torn("state").acquire()

    def _refuse(self, code: int) -> None:
        self._refuse_torn()
        raise refusal(ffi.addressof(self._at, "why"), IllegalMove)

    # ---- Asking ----

    @property
    def turn(self) -> Tuple[int, ...]:
        """The seats that must act now."""
        still = self._still()  # a name keeps it alive
        bits = lib.pond_episode_turn(self._encoding, ffi.addressof(still, "episode"))
        return tuple(seat for seat in range(self.game.seats) if bits >> seat & 1)

    @property
    def over(self) -> bool:
        """Has the game ended, by its rules or by a limit?"""
        return self.current == OVER

    def legal_actions(self, seat: Optional[int] = None) -> List[int]:
        """The ids of the legal actions, in the order of the game's moves; at a chance node its
        outcomes."""
        if seat is None and self.current == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        seat = self.current if seat is None else _whole(seat, "the seat")
        if not 0 <= seat < self.game.seats:
            return []
        out = ffi.new("uint16_t[]", _LEGAL_MAX)
        count = lib.shim_legal(self._encoding, self._at, seat, out)
        if count == 0:
            self._refuse_torn()
        return list(out[0:count])

    def legal_mask(self, seat: Optional[int] = None) -> Array:
        """The same as an array of 0 and 1, one per action."""
        if seat is not None and not 0 <= _whole(seat, "the seat") < self.game.seats:
            raise PondError(f"this game has no seat {seat}")
        mask = np.zeros(self.game.action_count, np.uint8)
        if self.current != CHANCE:
            mask[self.legal_actions(seat)] = 1
        return mask

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """What chance can draw, with probabilities; empty where it is not due."""
        if self.current != CHANCE:
            return []
        outcomes, weights = ffi.new("pond_move[]", 16), ffi.new("uint32_t[]", 16)
        still = self._still()
        if lib.shim_actor(self._encoding, still) != CHANCE:
            return []
        state = ffi.addressof(still.episode, "state")
        count = lib.pond_chance(self.game._game, state, outcomes, weights)
        total = sum(weights[i] for i in range(count))
        return [(int(outcomes[i]), weights[i] / total) for i in range(count)]

    def action_text(self, action: int, seat: Optional[int] = None) -> str:
        """A legal action as it is written: "b1-c3"."""
        seat = self.current if seat is None else _whole(seat, "the seat")
        out = ffi.new("char[]", _MOVE_TEXT)
        legal = 0 <= seat < self.game.seats
        length = lib.shim_action_text(self._encoding, self._at, seat, _whole(action, "the action"), out,
                                      _MOVE_TEXT) if legal else -1
        if length < 0:
            self._refuse_torn()
            raise IllegalMove(f"action {action} is not legal here", "MOVE_ILLEGAL", "C2")
        return str(ffi.unpack(out, length).decode())

    def action_of(self, move: str, seat: Optional[int] = None) -> int:
        """The id of a move by its notation; of a chain, the next of its captures."""
        seat = self.current if seat is None else _whole(seat, "the seat")
        still = self._still()
        found = self._read(move, seat, still)
        if lib.pond_episode_turn(self._encoding, ffi.addressof(still, "episode")) >> seat & 1 == 0:
            raise IllegalMove(f"it isn't seat {seat}'s turn (C4)", "MOVE_NOT_YOUR_TURN", "C4")
        return int(lib.pond_action_of(self._encoding, ffi.addressof(still, "episode"), seat, found))

    def observation(self, seat: Optional[int] = None, out: Optional[Array] = None) -> Array:
        """What a seat sees, as bytes; `Game.fields` says what they mean."""
        seat = max(self.current, 0) if seat is None else _whole(seat, "the seat")
        if not 0 <= seat < self.game.seats:
            raise PondError(f"this game has no seat {seat}")
        size = self.game.observation_size
        if out is None:
            out = np.empty(size, np.uint8)
        elif (not isinstance(out, np.ndarray) or out.dtype != np.uint8 or out.shape != (size,)
              or not out.flags.c_contiguous or not out.flags.writeable):
            raise TypeError(f"out must be a writeable, contiguous uint8 array of shape ({size},)")
        if not lib.shim_observe(self._encoding, self._at, seat,
                                ffi.from_buffer("uint8_t[]", out, require_writable=True)):
            self._refuse_torn()
        return out

    def view(self, seat: Optional[int] = None) -> View:
        """What a seat, or with None a spectator, may see."""
        who = 6 if seat is None else _whole(seat, "the seat")
        if seat is not None and not 0 <= who < self.game.seats:
            raise PondError(f"this game has no seat {who}")
        view = ffi.new("struct pond_view *")
        still = self._still()
        lib.pond_game_observe(self.game._game, ffi.addressof(still.episode, "state"), who, view)
        return View.__new__(View)._hold(self.game, seat, bytes(ffi.buffer(view)))

    def information_key(self, seat: Optional[int] = None) -> int:
        """A key for everything that a seat has seen and done: its information state, with perfect recall.
        Only for states made with `recall=True`."""
        if not self._recall:
            raise PondError("this state keeps no information states: make it with recall=True")
        seat = max(self.current, 0) if seat is None else _whole(seat, "the seat")
        if not 0 <= seat < self.game.seats:
            raise PondError(f"this game has no seat {seat}")
        still = self._still()
        return int(lib.pond_recall_key(ffi.addressof(still, "recall"),
                                       ffi.addressof(still, "episode"), seat))

    def _standing(self) -> Any:
        standing = ffi.new("struct pond_standing *")
        still = self._still()
        lib.pond_episode_standing(self._encoding, ffi.addressof(still, "episode"), standing)
        return standing

    @property
    def result(self) -> Tuple[str, Optional[int], str]:
        """(outcome, winner, reason): ("won", 0, "row"), ("goes on", None, "")."""
        return _result(self._at.episode.result)

    @property
    def text(self) -> str:
        """The complete position as it is written."""
        out, still = ffi.new("char[]", _TEXT), self._still()
        state = ffi.addressof(still.episode, "state")
        lib.pond_game_state_write(self.game._game, state, out, _TEXT)
        return str(ffi.string(out).decode())

    @property
    def history(self) -> List[Tuple[int, int]]:
        """All (seat, action) so far, chance's outcomes too unless the state draws them itself."""
        found, at = [], self._history
        while at is not None:
            found.append((at[1], at[2]))
            at = at[0]
        return found[::-1]

    # ---- Values ----

    def copy(self) -> "State":
        """An independent copy."""
        made = State.__new__(State)
        made._game, made._current, made._encoding = self._game, self._current, self._encoding
        made._start, made._seed, made._recall = self._start, self._seed, self._recall
        made._history = self._history
        made._at = self._still()
        return made

    def _still(self) -> Any:
        """A copy that no other thread touches."""
        copied = ffi.new("struct shim_state *")
        lib.shim_copy(self._at, copied)
        if copied.torn:
            self._refuse_torn()
        return copied

    def child(self, action: int) -> "State":
        """A copy with the action applied."""
        return self.copy().apply(action)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "State":
        return self.copy()

    def _position(self) -> Tuple[bytes, int]:
        still = self._still()
        return bytes(ffi.buffer(still.episode.state.bytes)), int(still.episode.prefix)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and (self.game, self._position()) == (
            other.game, other._position())

    def __hash__(self) -> int:
        still = self._still()
        state = ffi.addressof(still.episode, "state")
        return hash((lib.pond_game_hash(self.game._game, state), still.episode.prefix))

    def __reduce__(self) -> Tuple[Any, ...]:
        if self._start == "":
            raise TypeError("a sampled state cannot be pickled: it did not come from a game")
        return _state_again, (1, self.game, self._start, self._seed, self._recall, self.history)

    def __repr__(self) -> str:
        return f"State({self.game.name!r}, {self.text!r})"

    def __str__(self) -> str:
        return self.text

    def svg(self) -> str:
        """The board as a drawing, with nothing hidden."""
        hands = [self.view(seat).data.get("hand", []) for seat in range(self.game.seats)]
        return draw.svg(self.game.name, self.view().data, hands, self.text)

    _repr_svg_ = svg


def _state_again(form: int, game: Game, start: Optional[str], seed: Optional[str], recall: bool,
                 history: Sequence[Tuple[int, int]]) -> State:
    if form != 1:
        raise PondError(f"this pickle has the form {form!r}; this version of pond reads form 1")
    state = State(game, start, seed, recall)
    for seat, action in history:
        if seat == CHANCE:
            state.apply_chance(action)
        else:
            state.apply(action, seat)
    return state


# Memory of zeroes that costs nothing until it is used: a log has room for the longest games.
_zeroed = ffi.new_allocator(lambda size: lib.calloc(1, size), lib.free, should_clear_after_alloc=False)


def _room(entries_max: int) -> int:
    """How many entries a log has room for."""
    if not 128 <= _whole(entries_max, "entries_max") <= 10**8:
        raise PondError("entries_max must be 128 to 100,000,000")
    return _whole(entries_max, "entries_max")


class Match(_Played):
    """A game with its log: for players, records, and takebacks."""

    def __init__(self, game: Game, seed: Seed = "python", position: Optional[str] = None,
                 entries_max: int = 20000) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a match is of a Game, not of a {type(game).__name__}")
        entries_max, text = _room(entries_max), _seed_text(seed)
        self._hold(game, text, _zeroed("struct pond_entry[]", entries_max), ffi.new("struct pond_match *"))
        why = ffi.new("struct pond_error *")
        if position is None:
            lib.pond_match_begin(self._at, game._game, game._config, self._log, entries_max)
        else:
            start = ffi.new("struct pond_state *")
            where = _encoded(position, "the position")
            if not lib.pond_game_state_read(game._game, start, game._config, where, why):
                raise refusal(why)
            lib.pond_match_begin_at(self._at, game._game, game._config, start, self._log, entries_max)
        lib.pond_match_seed(self._at, text.encode())

    def _hold(self, game: Game, seed: str, log: Any, at: Any) -> "Match":
        self._game, self.seed = game, seed
        self.names: List[str] = []  #: of the players, by seat
        self.limited = False  #: was the game cut off by a limit on its turns?
        self._log, self._at = log, at
        self._lock = threading.RLock()
        _locked.add(self)
        return self

    @_alone
    def copy(self) -> "Match":
        """An independent copy, with the same log and the same draws to come."""
        log, at = _zeroed("struct pond_entry[]", len(self._log)), ffi.new("struct pond_match *")
        lib.shim_match_copy(self._at, at, log)
        made = Match.__new__(Match)._hold(self.game, self.seed, log, at)
        made.names, made.limited = list(self.names), self.limited
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Match":
        return self.copy()

    def __reduce__(self) -> Any:
        raise TypeError("a match cannot be pickled: keep its record()")

    @property
    @_alone
    def turn(self) -> Tuple[int, ...]:
        """The seats that may decide now."""
        bits = lib.pond_match_turn(self._at)
        return tuple(seat for seat in range(self.game.seats) if bits >> seat & 1)

    @property
    @_alone
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(lib.pond_match_over(self._at))

    @property
    @_alone
    def turns(self) -> int:
        """Turns or rounds that are complete."""
        return int(lib.pond_match_turns(self._at))

    @property
    @_alone
    def text(self) -> str:
        """The complete position."""
        out = ffi.new("char[]", _TEXT)
        lib.pond_game_state_write(self.game._game, ffi.addressof(self._at, "state"), out, _TEXT)
        return str(ffi.string(out).decode())

    @property
    @_alone
    def last(self) -> str:
        """The last decision or round as it is written."""
        out = ffi.new("char[]", _TEXT)
        lib.pond_match_last_write(self._at, out, _TEXT)
        return str(ffi.string(out).decode())

    @property
    @_alone
    def result(self) -> Tuple[str, Optional[int], str]:
        """(outcome, winner, reason), as in `State.result`."""
        result = _result(self._at.result)
        return ("unfinished", None, "limit") if result[0] == "goes on" and self.limited else result

    @_alone
    def legal_moves(self, seat: int) -> List[str]:
        """The legal moves of a seat, as they are written."""
        if _whole(seat, "the seat") not in self.turn:
            return []
        moves, out = ffi.new("pond_move[]", 2048), ffi.new("char[]", _TEXT)
        state, found = ffi.addressof(self._at, "state"), []
        for i in range(lib.pond_game_moves(self.game._game, state, seat, moves)):
            lib.pond_game_move_write(self.game._game, state, seat, moves[i], out, _TEXT)
            found.append(str(ffi.string(out).decode()))
        return found

    @_alone
    def _standing(self) -> Any:
        episode, standing = ffi.new("struct pond_episode *"), ffi.new("struct pond_standing *")
        lib.pond_episode_begin_at(self.game._encoding, ffi.addressof(self._at, "state"), episode)
        episode.result = self._at.result  # which knows resignations and repetition
        lib.pond_episode_standing(self.game._encoding, episode, standing)
        return standing

    @_alone
    def submit(self, seat: int, move: str) -> "Match":
        """Makes a move."""
        why = ffi.new("struct pond_error *")
        if not lib.pond_match_submit_text(self._at, _whole(seat, "the seat"),
                                          _encoded(move, "the move"), why):
            raise refusal(why, IllegalMove)
        return self

    @_alone
    def resign(self, seat: int) -> "Match":
        """Takes a seat out of the game."""
        why = ffi.new("struct pond_error *")
        if not lib.pond_match_resign(self._at, _whole(seat, "the seat"), why):
            raise refusal(why)
        return self

    @_alone
    def take_back(self, seat: int, decisions: int = 1) -> "Match":
        """Takes back the last decisions."""
        if _whole(decisions, "decisions") < 0:
            raise PondError("decisions must not be negative")
        why = ffi.new("struct pond_error *")
        if not lib.pond_match_take_back(self._at, _whole(seat, "the seat"), _whole(decisions, "decisions"), why):
            raise refusal(why)
        return self

    @_alone
    def play_random(self, turns_max: int = 1000) -> "Match":
        """Plays on with random choices, as `pond random` does by the same seed."""
        if _whole(turns_max, "turns_max") < 0:
            raise PondError("turns_max must not be negative")
        why = ffi.new("struct pond_error *")
        if not lib.pond_match_play_random(self._at, _whole(turns_max, "turns_max"), why):
            raise refusal(why)
        return self

    def play(self, players: Sequence[Union[str, "Player"]], turns_max: int = 1000) -> "Match":
        """Lets computer players finish the game: `match.play(["level:4", "level:2"])`. After
        `turns_max` turns the game is cut off, and its result is ("unfinished", None, "limit")."""
        if isinstance(players, str):
            raise TypeError(f"players must be a list, one for each seat: [{players!r}, ...]")
        if len(players) != self.game.seats:
            raise PondError(f"this game has {self.game.seats} seats, so give that many players, not {len(players)}")
        seated = [player if isinstance(player, Player) else Player(player) for player in players]
        limit = _whole(turns_max, "turns_max")
        if limit < 0:
            raise PondError("turns_max must not be negative")
        while not self.over and self.turns < limit:
            for seat in self.turn:
                if not self.over:
                    self.submit(seat, seated[seat].choose(self, seat))
        self.limited = not self.over
        return self

    def state(self) -> State:
        """The position as a state. It knows nothing of earlier positions, which repetition (X10) counts."""
        return State(self.game, self.text)

    @_alone
    def record(self, names: Optional[Sequence[str]] = None, hidden_from: Optional[int] = None,
               limit: Optional[bool] = None) -> str:
        """The match as a record. `limit` says that a game that is not over was cut off. A match that
        was read from a record has its names and its limit."""
        given = self.names if names is None else names
        if names is not None and (isinstance(names, str) or len(names) != self.game.seats):
            raise PondError(f"this game has {self.game.seats} seats, so give that many names, not {names!r:.200}")
        if hidden_from is not None and not 0 <= _whole(hidden_from, "the seat") < self.game.seats:
            raise PondError(f"this game has no seat {hidden_from}")
        kept = [ffi.new("char[]", _encoded(name, "a name")) for name in given[:5]]
        listed = ffi.new("char *[5]", kept + [ffi.NULL] * (5 - len(kept)))
        who = -1 if hidden_from is None else _whole(hidden_from, "the seat")
        seed = self.seed.encode() if self.seed else ffi.NULL
        limit = self.limited if limit is None else limit
        size = 1 << 16
        while True:
            out = ffi.new("char[]", size)
            length = lib.shim_record(self._at, listed, seed, who, limit, out, size)
            if length <= size:
                return str(ffi.buffer(out, length)[:].decode())
            size = length

    def _replay(self) -> Iterator[Tuple["Match", int, int]]:
        """The match once more, before each decision that counts: (match, seat, move); at last (match, -1, 0)."""
        room = max(len(self._log), 128)
        again = Match.__new__(Match)._hold(self.game, self.seed, _zeroed("struct pond_entry[]", room),
                                           ffi.new("struct pond_match *"))
        again.names, again.limited = self.names, self.limited
        lib.shim_replay_begin(self._at, again._at, again._log, room)
        kind, seat = ffi.new("int *"), ffi.new("int *")
        move, why = ffi.new("pond_move *"), ffi.new("struct pond_error *")
        for i in range(self._at.log_count):
            if lib.shim_entry(self._at, i, seat, kind, move):
                continue  # taken back
            if kind[0] == 0:
                yield again, seat[0], move[0]
            if not lib.shim_replay(self._at, i, again._at, why):
                raise refusal(why)
        yield again, -1, 0

    @_alone
    def _written(self, seat: int, move: int) -> str:
        out = ffi.new("char[]", _TEXT)
        lib.pond_game_move_write(self.game._game, ffi.addressof(self._at, "state"), seat, move, out, _TEXT)
        return str(ffi.string(out).decode())

    def analyse(self, player: Union[str, "Player"] = "level:4") -> Rows:
        """A table: for each decision its turn, seat, move, and how often `player` would choose it,
        with the move that it likes best and how likely it thinks that this seat will win (None if
        it has no idea). See also `pond analyse`."""
        rows, adviser = Rows(), player if isinstance(player, Player) else Player(player)
        for again, seat, move in self._replay():
            if seat < 0:
                break
            advised, odds, win = adviser._advise(again, seat, move)
            rows.append({"turn": again.turns + 1, "seat": seat, "move": again._written(seat, move),
                         "probability": odds, "advised": advised, "win": win})
        return rows

    def animation(self, seconds: float = 1.0) -> Animation:
        """The boards from start to end, each for a number of seconds, with nothing hidden."""
        frames: List[Tuple[str, str]] = []
        played: List[str] = []
        for again, seat, move in self._replay():
            board = again._repr_svg_()
            if not frames or board != frames[-1][0]:
                frames.append((board, " ".join(played)))
                played = []
            played.append(again._written(seat, move) if seat >= 0 else "")
        return Animation(frames, seconds)

    def svg(self) -> str:
        """The board as a drawing, with nothing hidden."""
        return self.state().svg()

    _repr_svg_ = svg

    def __repr__(self) -> str:
        return f"Match({self.game.name!r}, turns={self.turns}, {self.text!r})"


class Player:
    """A computer player by name: "level:0" to "level:6", "random", "greedy", "engine:nodes=500". Its seed is a
    number from 0 to 2**64 - 1, which goes up by one with every choice.

    Threads may share one, but it thinks for one of them at a time: give each thread its own."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name, self.seed = name, _whole(seed, "the seed", 0, 2**64)
        self._text = _encoded(name, "the player's name")
        self._game: Optional[Game] = None
        self._at: Any = None
        self._memory: Any = None
        self._lock = threading.RLock()
        _locked.add(self)
        at, why = ffi.new("struct pond_player *"), ffi.new("struct pond_error *")
        if not any(lib.pond_player_open(at, lib.pond_game_find(known.encode()), self._text, why)
                   for known in games()):
            raise refusal(why)

    def _open(self, game: Game) -> None:
        if self._game == game:
            return
        at, why = ffi.new("struct pond_player *"), ffi.new("struct pond_error *")
        if not lib.pond_player_open(at, game._game, self._text, why):
            raise refusal(why)
        self._memory = ffi.new("char[]", at.memory_size + 16) if at.memory_size else None
        if self._memory is not None:
            start = int(ffi.cast("uintptr_t", self._memory))
            at.memory = ffi.cast("void *", (start + 15) // 16 * 16)
        at.seed = self.seed
        self._game, self._at = game, at

    @_alone
    def _advise(self, match: Match, seat: int, move: int) -> Tuple[str, float, Optional[float]]:
        if not isinstance(match, Match):
            raise TypeError(f"a player chooses in a Match, not in a {type(match).__name__}; see policy")
        self._open(match.game)
        advice, out = ffi.new("struct pond_advice *"), ffi.new("char[]", _TEXT)
        with match._lock:
            if seat not in match.turn:
                raise PondError(f"it is not seat {seat}'s turn")
            lib.pond_player_choose(self._at, match._at, seat, advice)
            state = ffi.addressof(match._at, "state")
            lib.pond_game_move_write(match.game._game, state, seat, advice.move, out, _TEXT)
        knows = sum(advice.win) + advice.draw + advice.dummy > 0
        return (str(ffi.string(out).decode()), float(lib.shim_advice_probability(advice, move)),
                float(advice.win[seat]) if knows else None)

    @_alone
    def policy(self, state: State, seat: int) -> dict[int, float]:
        """How likely the player is to choose each action in a state: {action: probability}. It knows the
        position and what its seat may see, not how the game got there."""
        if not isinstance(state, State):
            raise TypeError(f"policy takes a State, not a {type(state).__name__}; see choose")
        here = state.copy()
        if _whole(seat, "the seat") not in here.turn:
            raise PondError(f"it is not seat {seat}'s turn")
        if here._at.episode.prefix:
            raise PondError("a player chooses a whole chain: ask it before the first capture")
        match = Match(here.game, "policy", here.text, 128)
        self._open(match.game)
        advice, moves = ffi.new("struct pond_advice *"), ffi.new("pond_move[]", 2048)
        lib.pond_player_choose(self._at, match._at, seat, advice)
        episode, odds = ffi.addressof(here._at, "episode"), {}  # type: Any, dict[int, float]
        for i in range(lib.pond_game_moves(here.game._game, ffi.addressof(here._at.episode, "state"), seat, moves)):
            part = float(lib.shim_advice_probability(advice, moves[i]))
            if part > 0:  # chains that begin alike are one action
                action = int(lib.pond_action_of(here._encoding, episode, seat, moves[i]))
                odds[action] = odds.get(action, 0.0) + part
        total = sum(odds.values())
        return {action: part / total for action, part in odds.items()}

    def choose(self, match: Match, seat: int) -> str:
        """The move that the player chooses for a seat, whose turn it must be."""
        return self._advise(match, _whole(seat, "the seat"), 0)[0]

    def __reduce__(self) -> Tuple[Any, ...]:
        return Player, (self.name, self.seed)

    def __repr__(self) -> str:
        return f"Player({self.name!r})"


class Record:
    """Games as text. `Record.read(text)` gives the matches that a text holds, one after another."""

    @staticmethod
    def read(text: str, entries_max: int = 20000) -> Iterator[Match]:
        """Reads and checks every game, one at a time; the first mistake raises an error with its line."""
        return Record._read(_encoded(text, "the record"), _room(entries_max))

    @staticmethod
    def _read(data: bytes, size: int) -> Iterator[Match]:
        kept = ffi.from_buffer(data)  # the reader points into it
        reader = ffi.new("struct pond_reader *", lib.pond_reader_of(kept, len(data)))
        told, why = ffi.new("struct pond_record *"), ffi.new("struct pond_error *")
        while lib.pond_reader_more(reader):
            log, at = _zeroed("struct pond_entry[]", size), ffi.new("struct pond_match *")
            if not lib.pond_record_read(reader, at, told, log, size, why):
                error = refusal(why)
                raise PondError(f"line {reader.error_line}: {error}", error.name, error.ruling)
            yield Record._match(at, log, told)

    @staticmethod
    def _match(at: Any, log: Any, told: Any) -> Match:
        out = ffi.new("char[]", _TEXT)
        lib.shim_config(lib.shim_match_game(at), lib.shim_match_config(at), out, _TEXT)
        game = Game(ffi.string(lib.shim_match_game(at).name).decode(), ffi.string(out).decode())
        match = Match.__new__(Match)._hold(game, ffi.string(told.seed).decode(), log, at)
        match.names = [ffi.string(name).decode() for name in told.name]
        match.limited = ffi.string(lib.pond_reason_name(told.result.reason)) == b"limit"
        return match


class Tablebase:
    """Exact values of Rrib-bit's endings, and of two-player Quibbit on solved rings."""

    def __init__(self, game: Game, folder: Optional[str] = None) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a tablebase is of a Game, not of a {type(game).__name__}")
        path = ffi.NULL if folder is None else _encoded(folder, "the folder")
        if folder is not None and not os.path.isdir(folder):
            raise PondError(f"there is no folder {folder!r}")
        self.game = game
        tables = lib.pond_tables_open(game._game, path)
        if not tables:
            raise MemoryError("no memory for the tablebases")
        self._tables: Any = ffi.gc(tables, lib.pond_tables_close)
        self._lock = threading.RLock()
        _locked.add(self)

    @_alone
    def __len__(self) -> int:
        return int(lib.pond_tables_count(self._open()))

    def _open(self) -> Any:
        if self._tables is None:
            raise PondError("this tablebase is closed")
        return self._tables

    @_alone
    def close(self) -> None:
        """Closes the files."""
        if self._tables is not None:
            ffi.release(self._tables)
            self._tables = None

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("a tablebase can be neither copied nor pickled: open another")

    @_alone
    def probe(self, state: State) -> Optional[dict[str, Any]]:
        """What a state is worth exactly: {"win": by seat, "dummy": ..., "distance": plies to the end
        or None}; None if no tablebase covers it."""
        if not isinstance(state, State) or state.game.name != self.game.name:
            raise TypeError(f"probe takes a state of {self.game.name}")
        win, dummy = ffi.new("float[5]"), ffi.new("float *")
        distance = ffi.new("int *")
        still = state._still()
        where = ffi.addressof(still.episode, "state")
        if not lib.shim_probe(self._open(), where, win, dummy, distance):
            return None
        return {"win": tuple(win[0:self.game.seats]), "dummy": float(dummy[0]),
                "distance": int(distance[0]) or None}
