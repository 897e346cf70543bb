"""docs_test.py: the Python of docs/python.md runs as it is printed there, block after block."""
import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

import numpy as np
import pond

TEXT = (Path(os.environ["TOP"]) / "docs" / "python.md").read_text()


def my_agent(observation, mask):
    """The reader's agent."""
    assert observation.dtype == mask.dtype == np.uint8
    return int(np.flatnonzero(mask)[0])


def my_policy(observation, mask):
    """The reader's policy."""
    assert len(observation) == len(mask) == 1024
    return mask.argmax(1)


class Docs(unittest.TestCase):
    def test_every_block_runs(self):
        blocks = re.findall(r"```python\n(.*?)```", TEXT, re.S)
        self.assertGreater(len(blocks), 4)
        try:
            import matplotlib
            matplotlib.use("Agg")
        except ImportError:
            blocks = [re.sub(r".*\.plot\(\).*\n", "", block) for block in blocks]
        known, before = {"my_agent": my_agent, "my_policy": my_policy}, os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                Path("games.pond").write_text(pond.Game("quibbit").match("docs").play_random(5).record())
                for number, block in enumerate(blocks):
                    with self.subTest(number), contextlib.redirect_stdout(io.StringIO()):
                        exec(compile(block.replace("range(1000)", "range(20)"), f"block {number}", "exec"), known)
                self.assertTrue(Path("game.svg").read_text().startswith("<svg"))
            finally:
                os.chdir(before)


if __name__ == "__main__":
    unittest.main()
