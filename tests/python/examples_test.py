"""examples_test.py: the examples run, small, and their search counts right."""
import glob
import importlib.util
import io
import os
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stdout

import numpy as np
import pond

sys.path.insert(0, os.environ["TOP"] + "/examples/python")

class Examples(unittest.TestCase):
    @unittest.skipUnless(os.path.basename(os.environ["BUILD"]) == "release", "once is enough")
    def test_they_run(self):
        for path in sorted(glob.glob(os.environ["TOP"] + "/examples/python/*.py")):
            done = subprocess.run([sys.executable, path, "--quick"], capture_output=True, text=True,
                                  check=False, timeout=400)
            self.assertEqual(done.returncode, 0, f"{path}: {done.stderr}")
            self.assertTrue(done.stdout, path)

    @unittest.skipUnless(os.path.basename(os.environ["BUILD"]) == "release", "once is enough")
    def test_a_trained_agent_plays_in_pond_match(self):
        """As docs/python.md says: train, save, and play in `pond match`."""
        path = os.environ["TOP"] + "/examples/python/quibbit_selfplay.py"
        with tempfile.TemporaryDirectory() as folder:
            saved = folder + "/agent.npz"
            subprocess.run([sys.executable, path, "--quick", "--save", saved], capture_output=True, check=True)
            said = subprocess.run([os.environ["POND"], "match", "quibbit", "level:0",
                                   f"cmd:{sys.executable} {path} --engine {saved}", "--options", "players=2",
                                   "--games", "4"], capture_output=True, text=True, check=False)
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertIn("games: 4", said.stdout)

    def test_an_agent_speaks_the_engine_protocol(self):
        import agents
        state, said = pond.Game("rribbit").new(), io.StringIO()

        class First:
            def choose(self, states):
                return [one.legal_actions()[0] for one in states]

        kept, agents.load = agents.load, lambda *_: ("rribbit", First())
        try:
            with redirect_stdout(said):
                agents.engine(["pond-engine 1\n", "new rribbit\n", f"options {state.game.options}\n", "seat 0\n",
                               f"view {state.view(0).hex}\n", "go\n", "quit\n"], "net.pt", 0)
        finally:
            agents.load = kept
        self.assertEqual(said.getvalue().splitlines(),
                         ["id net.pt", "ok", "best " + state.action_text(state.legal_actions()[0])])

    @unittest.skipUnless(os.path.basename(os.environ["BUILD"]) == "release" and importlib.util.find_spec("torch"),
                         "once is enough, and PyTorch must be installed")
    def test_a_tree_holds_what_its_paths_say(self):
        """Every node of the search is the position that its path leads to, and every move's count and sum
        are those of the nodes below it."""
        import rribbit_zero
        import torch
        agent = rribbit_zero.Agent(rribbit_zero.Network(8, 1), 20, torch.device("cpu"), games=4)
        search, rng, ends = agent.search, np.random.default_rng(2), 0
        for _ in range(3):
            roots = [walk(rng) for _ in range(4)]
            for lane, root in enumerate(roots):
                search.batch.put(lane, root)
            search.run(agent.network, 4, True)
            for lane, root in enumerate(roots):
                ends += self.check_tree(search, lane, root)
        self.assertGreater(ends, 0)

    def check_tree(self, search, lane, root):
        nodes, sums = {0: root}, {}
        for number in range(1, search.visits + 1):
            above, slot = int(search.parent[lane, number]), int(search.by[lane, number])
            node = nodes[number] = nodes[above].child(int(search.legal[lane, above, slot]))
            self.assertEqual(bool(search.ended[lane, number]), node.over)
            if not node.over:
                seen = search.batch.observation[number * search.games + lane]
                self.assertTrue((seen == node.observation()).all())
            value, at = float(search.raw[lane, number]), number
            while at:
                above, slot = int(search.parent[lane, at]), int(search.by[lane, at])
                seat = nodes[above].current
                worth = node.returns[seat] if node.over else value if node.current == seat else -value
                count, total = sums.get((above, slot), (0, 0.0))
                sums[above, slot], at = (count + 1, total + worth), above
        for (above, slot), (count, total) in sums.items():
            self.assertEqual(int(search.counts[lane, above, slot]), count)
            self.assertAlmostEqual(float(search.sums[lane, above, slot]), total, 4)
        return int(search.ended[lane].sum())


def walk(rng):
    """A random position in which somebody has a row, or may have one soon."""
    while True:
        state = pond.Game("rribbit").new()
        while not state.over:
            before = state.copy()
            state.apply(int(rng.choice(state.legal_actions())))
        if state.result[0] == "won":
            return before


if __name__ == "__main__":
    unittest.main()
