"""foreign.py: plays games from Python through foreign.h alone: no layout of any structure, no
compiler. What is played here must come out as the program itself plays it."""
import ctypes
import os
import subprocess
import sys

pond = ctypes.CDLL(os.environ["BUILD"] + "/libpond.so")
pond.pond_version.restype = ctypes.c_char_p
pond.pond_sizeof.restype = ctypes.c_size_t
pond.pond_limit.restype = ctypes.c_int64
pond.pond_game_at.restype = ctypes.c_void_p
pond.pond_game_name.restype = ctypes.c_char_p
pond.pond_game_turn.restype = ctypes.c_uint8
pond.pond_match_turn.restype = ctypes.c_uint8
pond.pond_match_state.restype = ctypes.c_void_p
pond.pond_message_name.restype = ctypes.c_char_p
for name in ("over", "submit", "chance_due", "submit_text"):
    getattr(pond, "pond_match_" + name).restype = ctypes.c_bool
pond.pond_config_parse.restype = ctypes.c_bool
pond.pond_game_legal.restype = ctypes.c_bool
pond.pond_game_move_read.restype = ctypes.c_bool
pond.pond_game_state_read.restype = ctypes.c_bool
MOVES_MAX = pond.pond_limit(b"MOVES_MAX")
LOG_MAX = 4000


def new(kind, count=1):
    """Bytes for a structure, aligned to 16."""
    size = pond.pond_sizeof(kind) * count
    assert size > 0, kind
    memory = ctypes.create_string_buffer(size + 16)
    start = (ctypes.addressof(memory) + 15) // 16 * 16
    pointer = ctypes.c_void_p(start)
    pointer.memory = memory
    return pointer


def text(write, *arguments):
    out = ctypes.create_string_buffer(512)
    write(*arguments, out, ctypes.c_size_t(512))
    return out.value.decode()


def play(game, seed):
    """A whole game of first moves: its moves, as text."""
    config, match, log, error = new(b"config"), new(b"match"), new(b"entry", LOG_MAX), new(b"error")
    state, view, rng = new(b"state"), new(b"view"), new(b"rng")
    moves = (ctypes.c_uint64 * MOVES_MAX)()
    assert pond.pond_config_parse(game, b"", config, error)
    pond.pond_match_begin(match, game, config, log, LOG_MAX)
    pond.pond_match_seed(match, seed)
    pond.pond_rng_seed(rng, seed)
    decisions = 0
    while not pond.pond_match_over(match) and decisions < 60:
        turn = pond.pond_match_turn(match)
        seat = (turn & -turn).bit_length() - 1
        pond.pond_match_view(match, seat, view)
        pond.pond_game_sample(game, view, rng, state)
        count = pond.pond_game_moves(game, state, seat, moves)
        assert 0 < count <= MOVES_MAX
        move = ctypes.c_uint64(moves[pond.pond_rng_draw(rng, count)])
        assert pond.pond_game_legal(game, state, seat, move, error)
        said = text(pond.pond_game_move_write, game, state, seat, move)
        back = ctypes.c_uint64()
        assert pond.pond_game_move_read(game, state, seat, said.encode(), ctypes.byref(back), error)
        assert back.value == move.value, said
        assert pond.pond_match_submit(match, seat, move, error)
        decisions += 1
    shown = ctypes.c_void_p(pond.pond_match_state(match))
    return decisions, text(pond.pond_game_state_write, game, shown)


def refusals(game):
    """A refusal has a stable name and a sentence."""
    config, match, log, error = new(b"config"), new(b"match"), new(b"entry", LOG_MAX), new(b"error")
    assert pond.pond_config_parse(game, b"", config, error)
    pond.pond_match_begin(match, game, config, log, LOG_MAX)
    assert not pond.pond_match_submit_text(match, 0, b"a1-a2", error)
    word = ctypes.cast(error, ctypes.POINTER(ctypes.c_int)).contents.value
    assert pond.pond_message_name(word).decode().isupper()
    assert "chess knight" in text(pond.pond_error_write, error, 0)
    assert pond.pond_match_submit_text(match, 0, b"b1-c3", error)
    assert text(pond.pond_match_last_write, match) == "b1-c3"
    assert pond.pond_message_name(-1) is None and pond.pond_message_name(100000) is None


said = subprocess.run([os.environ["POND"], "--version"], capture_output=True, text=True).stdout
assert said.strip() == "pond " + pond.pond_version().decode(), said
assert pond.pond_sizeof(b"nothing") == 0 and pond.pond_limit(b"NOTHING") == -1
names = []
number = 0
while pond.pond_game_at(number):
    game = ctypes.c_void_p(pond.pond_game_at(number))
    names.append(pond.pond_game_name(game).decode())
    first, second = play(game, b"foreign"), play(game, b"foreign")
    assert first == second and first[0] > 5, (names[-1], first, second)
    if names[-1] == "rribbit":
        refusals(game)
    number += 1
assert names == ["quibbit", "quibbles", "rribbit"], names
