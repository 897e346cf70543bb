"""peer.py: the same player as peer.mjs, through Python's `websockets` (Debian: python3-websockets).

    python3 tests/server/peer.py ws://HOST:PORT/ws TABLE SEED
"""

import asyncio
import json
import random
import sys

import websockets

AT_ONCE, PAUSE_S = 90, 0.06  # a socket may send 100 messages at once, then 20 a second


async def play(address, table, seed):
    chance = random.Random(seed)
    digits = lambda count: "".join(chance.choice("0123456789abcdef") for _ in range(count))
    held, moves, others, played, asked, wrong = {}, 0, 0, -1, False, []
    async with websockets.connect(address, subprotocols=["pond.1"]) as socket:
        say = lambda **message: socket.send(json.dumps(message))
        if socket.subprotocol != "pond.1":
            wrong.append(f"the subprotocol is {socket.subprotocol}")
        await say(type="hello", key=digits(64), name=f"Peer {seed}")
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "welcome":
                await say(type="join", table=table)
            if message["type"] == "error":
                wrong.append(f'{message["code"]}: {message["text"]}')
                break  # nobody would play on
            if message["type"] != "event":
                continue
            if held and message["version"] != held["version"] + 1:
                wrong.append(f'{message["version"]} after {held["version"]}')
            held.update(message)
            held.update(message["now"])
            what, view = message["what"], held.get("view")
            if what["kind"] == "move" and what["seat"] != held["you"]:
                others += 1
                if what["seat"] in view["sealed"] and "move" in what:
                    wrong.append("a sealed choice was told")
            if held["phase"] == "over":
                break
            if held["phase"] != "playing":
                if not asked:
                    await say(type="number", table=table, number=digits(16))
                asked = True
            elif view["seat"] == held["you"] and view["legal"] and played != view["ply"]:
                played = view["ply"]
                moves += 1
                if moves > AT_ONCE:
                    await asyncio.sleep(PAUSE_S)
                await say(type="play", table=table, version=held["version"], move=chance.choice(view["legal"]))
    over = held.get("over") or {}
    print(json.dumps({"moves": moves, "others": others, "wrong": wrong, "result": over.get("result")}))


asyncio.run(play(sys.argv[1], sys.argv[2], int(sys.argv[3])))
