"""Other libraries' conventions as thin layers, without depending on those libraries.

`AEC` and `Parallel` follow PettingZoo, `Vector` Gymnasium's vector environments, `Puffer` fills the
buffers of PufferLib, `OpenSpielGame` and `OpenSpielState` answer the calls of OpenSpiel's Python games and
states. Where one of those libraries is installed, environments, spaces and types of games are of its
classes, because its tools ask for that; elsewhere they are small objects with the members that agents read.
"""
from __future__ import annotations

import operator
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

import numpy as np

from .batch import Batch
from .core import CHANCE, OVER, Array, Game, IllegalMove, PondError, Seed, State


def _installed(module: str) -> Any:
    """Another library's module, or None."""
    try:
        return import_module(module)
    except ImportError:
        return None


_spaces, _vectors, _zoo = map(_installed, ("gymnasium.spaces", "gymnasium.vector", "pettingzoo"))
_puffer, _spiel = map(_installed, ("pufferlib", "pyspiel"))


class Space:
    """What all spaces here have in common: an agent can draw members."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(0)

    def seed(self, seed: Optional[int] = None) -> None:
        """Restarts the sampling."""
        self._rng = np.random.default_rng(seed)

    def __eq__(self, other: object) -> bool:
        mine, theirs = ({name: value for name, value in vars(space).items() if name != "_rng"}
                        for space in (self, other))
        return type(self) is type(other) and mine == theirs


class Discrete(Space):
    """Whole numbers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)

    def sample(self, mask: Optional[Array] = None) -> int:
        """A random member; with a mask, one of those that it allows."""
        if mask is None:
            return int(self._rng.integers(self.n))
        return int(self._rng.choice(np.flatnonzero(mask)))

    def contains(self, x: Any) -> bool:
        """Is it a member?"""
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n


class MultiDiscrete(Space):
    """A row of numbers, each from 0 to n - 1."""

    def __init__(self, nvec: Any) -> None:
        super().__init__()
        self.nvec, self.shape, self.dtype = list(nvec), (len(nvec),), np.dtype(np.int64)

    def sample(self) -> Array:
        """Random members."""
        return self._rng.integers(self.nvec)

    def contains(self, x: Any) -> bool:
        """Is it a member?"""
        return isinstance(x, np.ndarray) and x.shape == self.shape and bool(((x >= 0) & (x < self.nvec)).all())


class Box(Space):
    """Arrays of small numbers."""

    def __init__(self, low: int, high: int, shape: Tuple[int, ...], dtype: Any = np.uint8) -> None:
        super().__init__()
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def sample(self) -> Array:
        """A random member."""
        return self._rng.integers(self.low, self.high, self.shape, self.dtype, endpoint=True)

    def contains(self, x: Any) -> bool:
        """Is it a member?"""
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                and bool(((x >= self.low) & (x <= self.high)).all()))


class Dict_(Dict[str, Any]):
    """A space for each name."""

    def seed(self, seed: Optional[int] = None) -> None:
        """Restarts the sampling."""
        for space in self.values():
            space.seed(seed)

    def sample(self) -> Dict[str, Any]:
        """A random member."""
        return {name: space.sample() for name, space in self.items()}

    def contains(self, x: Any) -> bool:
        """Is it a member?"""
        return set(x) == set(self) and all(space.contains(x[name]) for name, space in self.items())


def _discrete(n: int) -> Any:
    return (_spaces or _own).Discrete(n)


def _bytes(*shape: int) -> Any:
    return (_spaces or _own).Box(0, 255, shape, np.uint8)


class _own:
    Discrete, MultiDiscrete, Box, Dict = Discrete, MultiDiscrete, Box, Dict_


def _game(game: Union[str, Game], options: str) -> Game:
    return game if isinstance(game, Game) else Game(game, options)


class _Agents:
    """What both of PettingZoo's interfaces share."""

    render_mode: Optional[str] = None

    def __init__(self, game: Union[str, Game], options: str = "", turns_max: int = 2000) -> None:
        self.game = _game(game, options)
        self.turns_max = turns_max
        self.metadata = {"name": f"pond_{self.game.name}_v1", "render_modes": ["ansi"],
                         "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        spaces = _spaces or _own  # masks are int8, as Gymnasium's spaces want them
        self.observation_spaces: Dict[str, Any] = {agent: spaces.Dict(
            observation=_bytes(self.game.observation_size),
            action_mask=spaces.Box(0, 1, (self.game.action_count,), np.int8)) for agent in self.possible_agents}
        self.action_spaces: Dict[str, Any] = {agent: _discrete(self.game.action_count) for agent in self.possible_agents}
        self.agents: List[str] = []
        self._number, self._seed = 0, "pond"
        self.state_: Optional[State] = None

    def observation_space(self, agent: str) -> Any:
        """What an agent sees; the same object at every call, so that its seed holds."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        """What an agent can do; the same object at every call."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self._seat:
            raise PondError(f"there is no agent {agent!r}: they are {', '.join(self.possible_agents)}")
        return agent

    @property
    def num_agents(self) -> int:
        """How many agents are left."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many there are at the start."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Any:
        """The environment itself."""
        return self

    def _begin(self, seed: Optional[int]) -> State:
        if seed is not None:
            self._seed, self._number = f"seed-{operator.index(seed)}", 0
        self.state_ = self.game.new(seed=f"{self._seed}.{self._number}")
        self._number += 1
        self.agents = list(self.possible_agents)
        return self.state_

    def _running(self) -> State:
        if self.state_ is None:
            raise PondError("reset() comes first")
        return self.state_

    def _look(self, seat: int) -> Dict[str, Array]:
        state = self._running()
        return {"observation": state.observation(seat), "action_mask": state.legal_mask(seat).view(np.int8)}

    def render(self) -> str:
        """The position as it is written."""
        return self._running().text

    def close(self) -> None:
        """Forgets the game: `reset` begins another."""
        self.state_, self.agents = None, []


class AEC(_Agents, _zoo.AECEnv if _zoo else object):  # type: ignore[misc]
    """PettingZoo's agent-environment cycle. Seats that choose at the same time act one by one, and
    see nothing of each other's choices."""

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game."""
        del options
        state = self._begin(seed)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: state.over for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(state.current, 0)]
        self._decisions = 0

    def observe(self, agent: str) -> Dict[str, Array]:
        """What an agent sees, with its legal actions."""
        return self._look(self._seat[self._known(agent)])

    def last(self, observe: bool = True) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Observation, reward since its last action, termination, truncation, info."""
        self._running()
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents, one after another, until all have left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: Optional[int]) -> None:
        """Applies the action of the agent whose turn it is; one that is done leaves with None."""
        state = self._running()
        agent = self.agent_selection
        if not self.agents:
            raise PondError("all agents have left: reset() begins another game")
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise PondError("an agent whose game is over can only take the action None")
            self._leave(agent)
            return
        if action is None:
            raise PondError("an agent that plays must choose an action")
        self._cumulative_rewards[agent] = 0.0
        state.apply(action)
        self._decisions += 1
        cut = not state.over and self._decisions >= self.turns_max * self.game.seats * 2
        unfinished = state.over and state.result[0] == "unfinished"
        self.rewards = dict(zip(self.agents, state.returns))
        for each in self.agents:
            self._cumulative_rewards[each] += self.rewards[each]
            self.terminations[each] = state.over and not unfinished
            self.truncations[each] = cut or unfinished
        if state.current >= 0:
            self.agent_selection = self.possible_agents[state.current]

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        for kept in (self.terminations, self.truncations, self.rewards, self.infos,
                     self._cumulative_rewards):
            del kept[agent]  # type: ignore[attr-defined]
        self.rewards = {each: 0.0 for each in self.agents}  # those of the last action are told already
        if self.agents:
            self.agent_selection = self.agents[0]


class Parallel(_Agents, _zoo.ParallelEnv if _zoo else object):  # type: ignore[misc]
    """PettingZoo's parallel interface: every agent gives an action at every step, and those that are
    not asked (`action_mask` all 0) give any."""

    def reset(self, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Begins a game: observations, infos."""
        del options
        self._begin(seed)
        self._steps = 0
        return self._all(), {agent: {} for agent in self.agents}

    def _all(self) -> Dict[str, Any]:
        return {agent: self._look(self._seat[agent]) for agent in self.agents}

    def step(self, actions: Dict[str, int]) -> Tuple[Dict[str, Any], Dict[str, float],
                                                     Dict[str, bool], Dict[str, bool], Dict[str, Any]]:
        """Applies the actions of all seats that must act now."""
        state = self._running()
        tried = state.copy()
        for seat in state.turn:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise PondError(f"{agent} must act now, but has no action")
            tried.apply(actions[agent], seat)
        self.state_ = state = tried
        self._steps += 1
        unfinished = state.over and state.result[0] == "unfinished"
        over = state.over and not unfinished
        cut = unfinished or (not over and self._steps >= self.turns_max * 2)
        answer: Any = (self._all(), dict(zip(self.agents, state.returns)),
                  {agent: over for agent in self.agents}, {agent: cut for agent in self.agents},
                  {agent: {} for agent in self.agents})
        if over or cut:
            self.agents = []
        return answer  # type: ignore[no-any-return]


_ILLEGAL = ("refuse", "random")


def _choice(illegal: str) -> str:
    """What becomes of illegal actions."""
    if illegal not in _ILLEGAL:
        raise PondError(f"illegal must be one of {', '.join(_ILLEGAL)}, not {illegal!r}")
    return illegal


def _legal(batch: Batch, actions: Any, illegal: str) -> Any:
    """The actions, with random ones for those that are not legal where that is wanted."""
    if illegal == "refuse":
        return actions
    given = np.array(actions)  # a copy: they may be what the batch drew last
    if given.dtype.kind not in "iu" or given.shape != (batch.n,):
        return actions  # the batch says what is wrong with them
    drawn, known = batch.sample(), (given >= 0) & (given < batch.game.action_count)
    lanes, wanted = np.arange(batch.n), np.where(known, given, 0).astype(np.int64)
    if batch.mask is not None:
        known &= batch.mask[lanes, wanted] > 0
    else:
        listed = np.arange(batch.legal.shape[1]) < batch.legal_count[:, None]
        known &= ((batch.legal == wanted[:, None]) & listed).any(1)
    return np.where(known, wanted, drawn)


class Vector(_vectors.VectorEnv if _vectors else object):  # type: ignore[misc]
    """Gymnasium's vector interface on a batch: one agent plays all seats; the reward is that of the
    seat that has acted. Games begin again within the step that ends them: `info["final_obs"]` then has
    what that seat saw at the end, one array per game that has ended, as `info["_final_obs"]` says.

    With `illegal="random"`, a random legal action replaces one that is not legal, for agents that know
    nothing of masks."""

    metadata: Dict[str, Any] = {"autoreset_mode": _vectors.AutoresetMode.SAME_STEP if _vectors else "SameStep"}

    def __init__(self, game: Union[str, Game], num_envs: int, options: str = "", seed: Seed = "vector",
                 illegal: str = "refuse", **more: Any) -> None:
        self._illegal = _choice(illegal)
        self._options: Dict[str, Any] = {"final": True, **more}
        self.batch = Batch(_game(game, options), num_envs, seed=seed, **self._options)
        self.num_envs = num_envs
        size, actions = self.batch.game.observation_size, self.batch.game.action_count
        self.single_observation_space, self.observation_space = _bytes(size), _bytes(num_envs, size)
        self.single_action_space = _discrete(actions)
        self.action_space = (_spaces or _own).MultiDiscrete([actions] * num_envs)

    def _info(self) -> Dict[str, Any]:
        mask = self.batch.mask  # copies: agents keep what they were told, and the batch writes over it
        return {"action_mask": None if mask is None else mask.astype(np.int8), "seat": self.batch.seat.copy()}

    def reset(self, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[Array, Dict[str, Any]]:
        """Begins all games: observations, info with `action_mask` and `seat`."""
        del options
        if seed is not None:
            self.batch = Batch(self.batch.game, self.num_envs, seed=f"seed-{operator.index(seed)}", **self._options)
        else:
            self.batch.reset()
        return self.batch.observation.copy(), self._info()

    def step(self, actions: Any) -> Tuple[Array, Array, Array, Array, Dict[str, Any]]:
        """Observations, rewards, terminations, truncations, info."""
        acted = self.batch.seat.astype(np.int64)
        self.batch.step(_legal(self.batch, actions, self._illegal))
        reward = np.take_along_axis(self.batch.reward, acted[:, None], 1)[:, 0]
        done, info = self.batch.done, self._info()
        if self.batch.final is not None and done.any():
            ended = done > 0
            last = np.full(self.num_envs, None, object)
            for lane in np.flatnonzero(ended):
                last[lane] = self.batch.final[lane].copy()
            info.update(final_obs=last, _final_obs=ended, final_info={"seat": acted, "_seat": ended},
                        _final_info=ended)
        return self.batch.observation.copy(), reward, done == 1, done == 2, info

    def close(self, **unused: Any) -> None:
        """Ends the threads."""
        del unused
        self.batch.close()


class Puffer(_puffer.PufferEnv if _puffer else object):  # type: ignore[misc]
    """PufferLib's layout: arrays that belong to the trainer (`observations`, `rewards`, `terminals`,
    `truncations`, `masks`) are filled in place. One agent per lane, which plays all seats.

    PufferLib's agents know nothing of legal actions: with `illegal="random"`, a random legal action
    replaces one that is not legal. `batch.mask` has the legal ones."""

    observations: Array
    rewards: Array
    terminals: Array
    truncations: Array
    masks: Array
    actions: Array

    def __init__(self, game: Union[str, Game], num_agents: int, options: str = "", seed: Seed = "puffer",
                 buf: Any = None, illegal: str = "refuse") -> None:
        self._illegal = _choice(illegal)
        self.batch = Batch(_game(game, options), num_agents, seed=seed)
        self.num_agents = num_agents
        self.single_observation_space = _bytes(self.batch.game.observation_size)
        self.single_action_space = _discrete(self.batch.game.action_count)
        one = (num_agents,)
        shapes: Dict[str, Tuple[Tuple[int, ...], Any]] = {
            "observations": ((num_agents, self.batch.game.observation_size), np.uint8), "rewards": (one, np.float32),
            "terminals": (one, bool), "truncations": (one, bool), "masks": (one, bool), "actions": (one, np.int32)}
        if _puffer:
            super().__init__(buf)
        for name, (shape, dtype) in shapes.items():
            given = buf.get(name) if isinstance(buf, dict) else getattr(buf, name, None)
            if given is not None and not (
                    isinstance(given, np.ndarray) and given.shape == shape and given.flags.writeable
                    and np.can_cast(dtype, given.dtype, "same_kind")):
                raise PondError(f"buf.{name} must be a writable array of the shape {shape} that can hold {dtype.__name__}")
            setattr(self, name, np.zeros(shape, dtype) if given is None else given)
        self.masks[:] = True

    def reset(self, seed: Optional[int] = None) -> Tuple[Array, List[Any]]:
        """Begins all games."""
        if seed is not None:
            self.batch = Batch(self.batch.game, self.num_agents, seed=f"seed-{operator.index(seed)}")
        else:
            self.batch.reset()
        np.copyto(self.observations, self.batch.observation)
        return self.observations, []

    def step(self, actions: Any) -> Tuple[Array, Array, Array, Array, List[Any]]:
        """Fills the arrays and returns them."""
        acted = self.batch.seat.astype(np.int64)
        self.batch.step(_legal(self.batch, actions, self._illegal))
        np.copyto(self.observations, self.batch.observation)
        np.copyto(self.rewards, np.take_along_axis(self.batch.reward, acted[:, None], 1)[:, 0])
        np.copyto(self.terminals, self.batch.done == 1)
        np.copyto(self.truncations, self.batch.done == 2)
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self) -> None:
        """Ends the threads."""
        self.batch.close()


class OpenSpielGame:
    """The calls of OpenSpiel's Python games. Seats that choose at the same time act one by one, so it is
    a sequential game."""

    def __init__(self, game: Union[str, Game], options: str = "", position: Optional[str] = None) -> None:
        self.game = _game(game, options)
        self.position = position
        self.game.new(position)  # refuses what is no position

    def new_initial_state(self) -> "OpenSpielState":
        """The start, or the position that was given."""
        return OpenSpielState(self.game, state=self.game.new(self.position, recall=True), origin=self)

    def new_initial_states(self) -> List["OpenSpielState"]:
        """The only one."""
        return [self.new_initial_state()]

    def get_type(self) -> Any:
        """OpenSpiel's description: a `pyspiel.GameType` where OpenSpiel is installed."""
        of = _spiel.GameType if _spiel else _SpielType
        perfect = self.game.name == "rribbit"
        facts = {
            "short_name": f"pond_{self.game.name}", "long_name": self.game.title, "dynamics": of.Dynamics.SEQUENTIAL,
            "chance_mode": of.ChanceMode.DETERMINISTIC if perfect else of.ChanceMode.EXPLICIT_STOCHASTIC,
            "information": of.Information.PERFECT_INFORMATION if perfect else of.Information.IMPERFECT_INFORMATION,
            "utility": of.Utility.ZERO_SUM, "reward_model": of.RewardModel.TERMINAL,
            "max_num_players": self.game.seats, "min_num_players": self.game.seats,
            "provides_information_state_string": True, "provides_information_state_tensor": False,
            "provides_observation_string": True, "provides_observation_tensor": True, "parameter_specification": {}}
        return of(**facts)

    def num_players(self) -> int:
        """How many seats there are."""
        return self.game.seats

    def num_distinct_actions(self) -> int:
        """How many action ids there are."""
        return self.game.action_count

    def max_chance_outcomes(self) -> int:
        """More outcomes than any draw has."""
        return 16

    def min_utility(self) -> float:
        """The least that a seat can return."""
        return -1.0

    def max_utility(self) -> float:
        """The most that a seat can return."""
        return 1.0

    def utility_sum(self) -> float:
        """Of all seats."""
        return 0.0

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return self.game.observation_size

    def observation_tensor_shape(self) -> List[int]:
        """The same as a shape."""
        return [self.game.observation_size]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpielGame) and (self.game, self.position) == (other.game, other.position)

    def __hash__(self) -> int:
        return hash((self.game, self.position))

    def __str__(self) -> str:
        return f"pond_{self.game.name}({self.game.options})"


class _SpielType(SimpleNamespace):
    """What agents ask of a `pyspiel.GameType`, where OpenSpiel is not installed."""

    Dynamics = SimpleNamespace(SEQUENTIAL="sequential")
    ChanceMode = SimpleNamespace(DETERMINISTIC="deterministic", EXPLICIT_STOCHASTIC="explicit stochastic")
    Information = SimpleNamespace(PERFECT_INFORMATION="perfect", IMPERFECT_INFORMATION="imperfect")
    Utility = SimpleNamespace(ZERO_SUM="zero sum")
    RewardModel = SimpleNamespace(TERMINAL="terminal")


class OpenSpielState:
    """The calls of OpenSpiel's Python states. Seats that choose at the same time act one by one. Outcomes of
    chance are numbered from 0, in the order of `chance_outcomes`."""

    def __init__(self, game: Union[str, Game], options: str = "", state: Optional[State] = None,
                 origin: Optional[OpenSpielGame] = None) -> None:
        self.game = _game(game, options)
        if state is not None and not isinstance(state, State):
            raise TypeError(f"the state must be a State, not a {type(state).__name__}")
        self.state = state if state is not None else self.game.new(recall=True)
        self._origin = origin
        self._history = [action for _, action in self.state.history]

    def get_game(self) -> OpenSpielGame:
        """The game that the state is of."""
        return self._origin or OpenSpielGame(self.game)

    def current_player(self) -> int:
        """The seat to act; -1 for chance, -4 at the end."""
        return self.state.current

    def is_terminal(self) -> bool:
        """Has the game ended?"""
        return self.state.current == OVER

    def is_chance_node(self) -> bool:
        """Is this a chance node?"""
        return self.state.current == CHANCE

    def is_simultaneous_node(self) -> bool:
        """Never: see above."""
        return False

    def is_mean_field_node(self) -> bool:
        """Never."""
        return False

    def is_player_node(self) -> bool:
        """Must a seat act?"""
        return self.state.current >= 0

    def is_initial_state(self) -> bool:
        """Has nothing happened yet?"""
        return not self._history

    def num_players(self) -> int:
        """How many seats there are."""
        return self.game.seats

    def num_distinct_actions(self) -> int:
        """How many action ids there are."""
        return self.game.action_count

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """In ascending order, as OpenSpiel lists them."""
        if self.is_terminal() or (player is not None and player != self.state.current):
            return []
        if self.is_chance_node():
            return list(range(len(self.state.chance_outcomes())))
        return sorted(self.state.legal_actions())

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        """One 0 or 1 per action; for chance, per outcome."""
        chance = self.is_chance_node() and player in (None, CHANCE)
        mask = [0] * (self.get_game().max_chance_outcomes() if chance else self.game.action_count)
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """Outcomes with probabilities."""
        return [(number, odds) for number, (_, odds) in enumerate(self.state.chance_outcomes())]

    def apply_action(self, action: int) -> None:
        """Applies an action or an outcome of chance."""
        if self.is_chance_node():
            outcomes, number = self.state.chance_outcomes(), operator.index(action)
            if not 0 <= number < len(outcomes):
                raise IllegalMove(f"chance has the outcomes 0 to {len(outcomes) - 1} here, not {number}")
            self.state.apply_chance(outcomes[number][0])
        else:
            self.state.apply(action)
        self._history.append(operator.index(action))

    def child(self, action: int) -> "OpenSpielState":
        """A copy with the action applied."""
        made = self.clone()
        made.apply_action(action)
        return made

    def clone(self) -> "OpenSpielState":
        """A copy."""
        made = OpenSpielState.__new__(OpenSpielState)
        made.game, made.state, made._origin = self.game, self.state.copy(), self._origin
        made._history = list(self._history)
        return made

    def returns(self) -> List[float]:
        """By seat; 0 before the end."""
        return list(self.state.returns)

    def rewards(self) -> List[float]:
        """The same: only the end is rewarded."""
        return self.returns() if self.is_terminal() else [0.0] * self.game.seats

    def player_return(self, player: int) -> float:
        """One seat's return."""
        if not 0 <= operator.index(player) < self.game.seats:
            raise PondError(f"this game has no seat {player}")
        return self.state.returns[player]

    def player_reward(self, player: int) -> float:
        """The same, and 0 before the end."""
        return self.player_return(player)

    def history(self) -> List[int]:
        """All actions and outcomes so far."""
        return list(self._history)

    def history_str(self) -> str:
        """The same as text."""
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        """How many actions and outcomes there were."""
        return len(self._history)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """A key for everything that a seat has seen and done."""
        seat = max(self.state.current, 0) if player is None else player
        return f"{seat}:{self.state.information_key(seat):016x}"

    def observation_tensor(self, player: Optional[int] = None) -> List[float]:
        """The observation as numbers."""
        return [float(x) for x in self.state.observation(player)]

    def observation_string(self, player: Optional[int] = None) -> str:
        """What a seat sees, as text."""
        view = self.state.view(max(self.state.current, 0) if player is None else player)
        return f"{view.text} {view.hand}".rstrip()

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """An action as it is written: `action_to_string(player, action)`, or of the seat to act,
        `action_to_string(action)`."""
        seat, number = (None, player) if action is None else (player, action)
        return str(number) if self.is_chance_node() else self.state.action_text(number, seat)

    def string_to_action(self, player: Union[int, str], text: Optional[str] = None) -> int:
        """The action that is written so: `string_to_action(player, text)` or `string_to_action(text)`."""
        seat, wanted = (self.state.current, player) if isinstance(player, str) else (player, text or "")
        for action in self.legal_actions(seat):
            if self.action_to_string(seat, action) == wanted:
                return action
        return self.state.action_of(wanted, seat)

    def __str__(self) -> str:
        return self.state.text
