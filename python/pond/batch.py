"""Thousands of games stepped in one call, into arrays that are used again and again."""
from __future__ import annotations

import os
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, List, Optional, Union

import numpy as np

from .core import Array, Game, IllegalMove, PondError, _encoded, _whole, ffi, lib, refusal

_LANES_MAX = 10_000_000
_CHUNK = 64  # lanes that a thread takes at the least


class Batch:
    """`Batch("rribbit", 1024)`: so many games at once, one decision per game and step.

    The arrays are written in place by `reset` and `step`, and read-only for everyone else:

    - `observation` uint8 [n, size]: what the seat to act sees
    - `mask` uint8 [n, actions]: 1 where legal (None with `mask=False`)
    - `legal` uint16 [n, most], `legal_count` uint16 [n]: the same as lists of ids
    - `seat` uint8 [n]: the seat to act
    - `reward` float32 [n, seats]: the returns of a game that the step has ended, else 0
    - `done` uint8 [n]: 1 where the step has ended a game by its rules, 2 where it was cut off;
      a new one has begun there, and everything else is about that one
    - `places` uint8, `points` int16 [n, seats]: how a game that has ended ended, else 0
    - `key` uint64 [n]: the acting seat's information state (None without `keys=True`)

    What happens in a lane follows from the seed, the lane's number and its actions, not from `n`.
    """

    def __init__(self, game: Union[str, Game], n: int, options: str = "", seed: str = "batch", *,
                 mask: bool = True, keys: bool = False, turns_max: int = 0, threads: int = 1) -> None:
        self.game = game if isinstance(game, Game) else Game(game, options)
        if isinstance(game, Game) and options:
            raise PondError("give the options to the Game or to the Batch, not to both")
        if not 1 <= _whole(n, "n") <= _LANES_MAX:
            raise PondError(f"n must be 1 to {_LANES_MAX:,}")
        if not 0 <= _whole(turns_max, "turns_max"):
            raise PondError("turns_max must not be negative")
        self.n, self.threads = int(n), max(1, min(_whole(threads, "threads"), 256))
        self._batch, why = ffi.new("struct pond_batch *"), ffi.new("struct pond_error *")
        if not lib.pond_batch_open(self._batch, self.game._game,
                                   _encoded(self.game.options, "the options"),
                                   _encoded(seed, "the seed"), n, turns_max, why):
            raise refusal(why)
        start = self.game.new(seed="batch")
        if start.over:
            raise PondError("with these options the game is over before it begins")
        self._kept: List[Any] = []
        encoding, batch = self._batch.encoding, self._batch
        batch.lanes = self._array("struct pond_lane", n * ffi.sizeof("struct pond_lane"), np.uint8)[1]
        self.observation, batch.observation = self._array(
            "uint8_t", (n, encoding.observation_size), np.uint8)
        self.mask: Optional[Array] = None
        if mask:
            self.mask, batch.mask = self._array("uint8_t", (n, encoding.action_count), np.uint8)
        self.legal, batch.legal = self._array("uint16_t", (n, encoding.legal_max), np.uint16)
        self.legal_count, batch.legal_count = self._array("uint16_t", n, np.uint16)
        self.seat, batch.seat = self._array("uint8_t", n, np.uint8)
        self.done, batch.done = self._array("uint8_t", n, np.uint8)
        seats = (n, self.game.seats)
        self.reward, batch.rewards = self._array("float", seats, np.float32)
        self.places, batch.places = self._array("uint8_t", seats, np.uint8)
        self.points, batch.points = self._array("int16_t", seats, np.int16)
        self.key: Optional[Array] = None
        if keys:
            self.key, batch.key = self._array("uint64_t", n, np.uint64)
        self._actions = np.zeros(n, np.int32)
        self._pointer = ffi.from_buffer("int32_t[]", self._actions, require_writable=True)
        self._lock = threading.Lock()
        self._pool: Optional[ThreadPoolExecutor] = None
        self._closed = False
        _batches.add(self)
        self.reset()

    def _array(self, kind: str, shape: Any, dtype: Any) -> Any:
        """A zeroed array, read-only for Python, and where it lies for C."""
        array = np.zeros(shape, dtype)
        buffer = ffi.from_buffer(f"{kind}[]", array, require_writable=True)
        self._kept.append((array, buffer))
        shown = array.view()
        shown.flags.writeable = False
        return shown, buffer

    def _each(self, work: Callable[[int, int], Any]) -> List[Any]:
        """Does some work on all lanes, in as many threads as there should be."""
        parts = max(1, min(self.threads, self.n // _CHUNK))
        if parts == 1:
            return [work(0, self.n)]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        ends = [self.n * i // parts for i in range(parts + 1)]
        return list(self._pool.map(work, ends[:-1], ends[1:]))

    def _begin(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("another thread is stepping this batch")
        if self._closed:
            self._lock.release()
            raise PondError("this batch is closed")

    def reset(self) -> None:
        """Begins the first game of every lane again."""
        self._begin()
        try:
            self._each(lambda start, end: lib.pond_batch_reset(self._batch, start, end))
        finally:
            self._lock.release()

    def sample(self) -> Array:
        """Draws a legal action for every lane, all equally likely; use or copy them at once."""
        self._begin()
        try:
            self._each(lambda start, end: lib.pond_batch_sample(self._batch, start, end, self._pointer))
        finally:
            self._lock.release()
        return self._actions

    def step(self, actions: Any) -> None:
        """Makes one action per lane. Nothing happens where one of them is not legal."""
        self._begin()
        try:
            self._take(actions)
            self._each(lambda start, end: lib.pond_batch_step(self._batch, start, end, self._pointer))
        finally:
            self._lock.release()

    def step_random(self, steps: int = 1) -> None:
        """Makes random actions, so many steps."""
        self._begin()
        try:
            for _ in range(_whole(steps, "steps")):
                self._each(lambda start, end: lib.pond_batch_step(self._batch, start, end, ffi.NULL))
        finally:
            self._lock.release()

    def _take(self, actions: Any) -> None:
        if actions is not self._actions:
            given = np.asarray(actions)
            if given.dtype.kind not in "iu":
                raise TypeError(f"actions must be whole numbers, not {given.dtype}")
            if given.shape != (self.n,):
                raise PondError(f"actions must have the shape ({self.n},), not {given.shape}")
            clipped = np.clip(given, -1, 2**31 - 1) if given.dtype.itemsize > 2 else given
            np.copyto(self._actions, clipped, casting="unsafe")

        def check(start: int, end: int) -> int:
            found = int(lib.pond_batch_check(self._batch, start, end, self._pointer))
            return found if found < end else self.n

        bad = min(self._each(check))
        if bad < self.n:
            raise IllegalMove(f"action {self._actions[bad]} of lane {bad} is not legal", "MOVE_ILLEGAL", "C2")

    def close(self) -> None:
        """Ends the threads; the arrays stay as they are."""
        with self._lock:
            self._closed = True
            if self._pool is not None:
                self._pool.shutdown()
                self._pool = None

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a batch cannot be pickled: make another with the same seed")

    def __repr__(self) -> str:
        return f"Batch({self.game.name!r}, {self.n}, {self.game.options!r})"


_batches: "weakref.WeakSet[Batch]" = weakref.WeakSet()


def _after_fork() -> None:
    """Threads do not live on in a forked process: batches there start their own."""
    for batch in list(_batches):
        batch._pool = None
        batch._lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)
