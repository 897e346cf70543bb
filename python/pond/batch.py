"""Thousands of games stepped in one call, into arrays that are reused."""
from __future__ import annotations

import os
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Callable, List, Optional, Tuple, Union

import numpy as np

from .core import (Array, Fixed, Game, IllegalMove, PondError, Seed, State, _encoded, _locked, _seed_text, _whole, ffi,
                   lib, refusal)

_LANES_MAX = 10_000_000
_THREADS_MAX = 256
_CHUNK = 64  # lanes that a thread takes at the least


def _memory_free() -> int:
    """The bytes that programs can still have; all that there are where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as told:
            return next(1024 * int(line.split()[1]) for line in told if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


class Batch(Fixed):
    """`Batch("rribbit", 1024)`: that many games at once, one decision per game and step.

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
    - `final` uint8 [n, size]: where the step has ended a game, what the seat that acted saw at its
      end; other rows are old (None without `final=True`)

    What happens in a lane follows from the seed, the lane's number and its actions, not from `n`.

    A game is cut off after `turns_max` turns or rounds; 0 means as many as random play gets: 1,000, or
    2,000 of Quibbles. One thread at a time may step a batch; another is refused.
    """

    def __init__(self, game: Union[str, Game], n: int, options: str = "", seed: Seed = "batch", *,
                 mask: bool = True, keys: bool = False, final: bool = False, turns_max: int = 0,
                 threads: int = 1, **more: Union[str, int]) -> None:
        self.game = game if isinstance(game, Game) else Game(game, options, **more)
        if isinstance(game, Game) and (options or more):
            raise PondError("give the options to the Game or to the Batch, not to both")
        if not 1 <= _whole(n, "n") <= _LANES_MAX:
            raise PondError(f"n must be 1 to {_LANES_MAX:,}")
        if not 0 <= _whole(turns_max, "turns_max"):
            raise PondError("turns_max must not be negative")
        if not 1 <= _whole(threads, "threads") <= _THREADS_MAX:
            raise PondError(f"threads must be 1 to {_THREADS_MAX}")
        self.n, self.threads = int(n), int(threads)
        self._batch, why = ffi.new("struct pond_batch *"), ffi.new("struct pond_error *")
        if not lib.pond_batch_open(self._batch, self.game._game,
                                   _encoded(self.game.options, "the options"),
                                   _seed_text(seed).encode(), n, turns_max, why):
            raise refusal(why)
        self.turns_max = int(self._batch.turns_max)
        start = self.game.new(seed="batch")
        if start.over:
            raise PondError("with these options the game is over before it begins")
        self._kept: List[Any] = []
        encoding, batch = self._batch.encoding, self._batch
        self._fit(mask, final)
        batch.lanes = self._array("struct pond_lane", n * ffi.sizeof("struct pond_lane"), np.uint8)[1]
        self.observation, batch.observation = self._array(
            "uint8_t", (n, encoding.observation_size), np.uint8)
        shown, where = self._array("uint8_t", (n, encoding.action_count), np.uint8) if mask else (None, ffi.NULL)
        self.mask: Optional[Array] = shown
        batch.mask = where
        self.legal, batch.legal = self._array("uint16_t", (n, encoding.legal_max), np.uint16)
        self.legal_count, batch.legal_count = self._array("uint16_t", n, np.uint16)
        self.seat, batch.seat = self._array("uint8_t", n, np.uint8)
        self.done, batch.done = self._array("uint8_t", n, np.uint8)
        seats = (n, self.game.seats)
        self.reward, batch.rewards = self._array("float", seats, np.float32)
        self.places, batch.places = self._array("uint8_t", seats, np.uint8)
        self.points, batch.points = self._array("int16_t", seats, np.int16)
        shown, where = self._array("uint64_t", n, np.uint64) if keys else (None, ffi.NULL)
        self.key: Optional[Array] = shown
        batch.key = where
        shown, where = self._array("uint8_t", (n, encoding.observation_size), np.uint8) if final else (None, ffi.NULL)
        self.final: Optional[Array] = shown
        self._final = where
        kept = np.zeros(n, np.int32)
        self._actions = kept.view()  # whose memory nobody can resize
        self._pointer = ffi.from_buffer("int32_t[]", kept, require_writable=True)
        self._lock = threading.Lock()
        self._pool: Optional[ThreadPoolExecutor] = None
        self._closed = False
        _batches.add(self)
        _locked.add(self)
        self.reset()

    def _fit(self, mask: bool, final: bool) -> None:
        """Refuses what this machine's memory can't hold now: a system that runs out of it ends the program."""
        encoding = self._batch.encoding
        each = (ffi.sizeof("struct pond_lane") + encoding.observation_size * (1 + final)
                + encoding.action_count * mask + 2 * encoding.legal_max)
        room = _memory_free()
        if self.n * each > room:
            raise MemoryError(f"{self.n:,} lanes of {each:,} bytes are more than the {room / 1e9:.1f} GB of memory "
                              "that this machine has left")

    def _array(self, kind: str, shape: Any, dtype: Any) -> Any:
        """A zeroed array, read-only for Python, and where it lies for C."""
        array = np.zeros(shape, dtype)
        buffer = ffi.from_buffer(f"{kind}[]", array, require_writable=True)
        self._kept.append((array, buffer))
        memory = array.reshape(-1).view(np.uint8).data.toreadonly()  # nobody can unlock it: C trusts it
        return np.frombuffer(memory, dtype).reshape(shape), buffer

    def _each(self, work: Callable[[int, int], Any], first: int = 0, end: int = -1) -> List[Any]:
        """Does some work on lanes (all by default), in the batch's threads."""
        count = (self.n if end < 0 else end) - first
        parts = max(1, min(self.threads, count // _CHUNK))
        if parts == 1:
            return [work(first, first + count)]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        ends = [first + count * i // parts for i in range(parts + 1)]
        begun = [self._pool.submit(work, *part) for part in zip(ends[:-1], ends[1:])]
        try:
            return [part.result() for part in begun]
        finally:
            wait(begun)  # if somebody interrupts, too: two threads must not step one lane

    def _begin(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise PondError("another thread is stepping this batch: only one can")
        if self._closed:
            self._lock.release()
            raise PondError("this batch is closed")

    def reset(self) -> None:
        """Restarts every lane with its first game."""
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

    def step(self, actions: Any, start: Optional[int] = None) -> None:
        """Applies one action per lane: in all lanes, or in those from `start` on, as many as there are
        actions. Nothing happens where one of them is not legal."""
        self._begin()
        try:
            first, end = self._take(actions, start, "actions")
            self._check(first, end)
            self._each(self._step, first, end)
        finally:
            self._lock.release()

    def _step(self, first: int, last: int) -> None:
        if self.final is None:
            lib.pond_batch_step(self._batch, first, last, self._pointer)
        else:
            lib.shim_batch_step_final(self._batch, first, last, self._pointer, self._final)

    def _step_random(self, first: int, last: int) -> None:
        if self.final is None:
            lib.pond_batch_step(self._batch, first, last, ffi.NULL)
        else:
            lib.pond_batch_sample(self._batch, first, last, self._pointer)
            self._step(first, last)

    def copy(self, sources: Any, start: int) -> None:
        """Makes the lanes from `start` on copies of the lanes `sources`, which must be other lanes.

        Where chance draws, a copy draws what its source will draw. Tree searches keep the positions
        of their nodes in lanes and grow by `copy` and `step`.
        """
        self._begin()
        try:
            first, end = self._take(sources, start, "sources")
            given = self._actions[first:end]
            if ((given < 0) | (given >= self.n)).any():
                raise PondError(f"sources must be lanes: 0 to {self.n - 1}")
            if ((given >= first) & (given < end)).any():
                raise PondError(f"sources must be other lanes than those that are written, {first} to {end - 1}")
            self._each(lambda one, last: lib.shim_batch_copy(self._batch, one, last, self._pointer), first, end)
        finally:
            self._lock.release()

    def put(self, lane: int, state: State) -> None:
        """Continues a lane from a state in which a seat must act. Chance is drawn by the lane's seed;
        `key` is the same as before."""
        if not isinstance(state, State) or state.game != self.game:
            raise TypeError(f"put takes a state of {self.game!r}")
        if not 0 <= _whole(lane, "the lane") < self.n:
            raise PondError(f"the lane must be 0 to {self.n - 1}")
        still = state.copy()
        if still.current < 0:
            raise PondError("no seat must act in that state")
        self._begin()
        try:
            lib.shim_batch_put(self._batch, lane, still._at)
        finally:
            self._lock.release()

    def step_random(self, steps: int = 1) -> None:
        """Takes random actions for a number of steps."""
        if _whole(steps, "steps") < 0:
            raise PondError("steps must not be negative")
        self._begin()
        try:
            for _ in range(_whole(steps, "steps")):
                self._each(self._step_random)
        finally:
            self._lock.release()

    def _take(self, numbers: Any, start: Optional[int], what: str) -> Tuple[int, int]:
        """Keeps one number per lane; returns the first lane and the one after the last."""
        if numbers is self._actions and start is None:
            return 0, self.n
        given = np.asarray(numbers)
        if given.dtype.kind not in "iu" and given.shape != (0,):
            raise TypeError(f"{what} must be whole numbers, not {given.dtype}")
        first = 0 if start is None else _whole(start, "start")
        if not 0 <= first < self.n:
            raise PondError(f"start must be 0 to {self.n - 1}")
        end = first + given.size
        if given.ndim != 1 or first == end or end > self.n or (start is None and end < self.n):
            most = self.n - first
            room = f"({self.n},)" if start is None else "(1,)" if most == 1 else f"(1,) to ({most},)"
            raise PondError(f"{what} must have the shape {room}, not {given.shape}")
        if given.dtype.itemsize > 2:
            outside = (given < -1) | (given > 2**31 - 1) if given.dtype.kind == "i" else given > 2**31 - 1
            if outside.any():
                lane = int(outside.argmax())
                raise IllegalMove(f"{what}: {given[lane]} of lane {first + lane} is out of range",
                                  "MOVE_ILLEGAL", "C2")
        np.copyto(self._actions[first:end], given, casting="unsafe")
        return first, end

    def _check(self, start: int, end: int) -> None:
        def check(first: int, last: int) -> int:
            found = int(lib.pond_batch_check(self._batch, first, last, self._pointer))
            return found if found < last else self.n

        bad = min(self._each(check, start, end))
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


os.register_at_fork(after_in_child=_after_fork)
