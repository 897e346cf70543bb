"""examples_test.py: the examples run, small."""
import glob
import os
import subprocess
import sys
import unittest


class Examples(unittest.TestCase):
    @unittest.skipUnless(os.path.basename(os.environ["BUILD"]) == "release", "once is enough")
    def test_they_run(self):
        for path in sorted(glob.glob(os.environ["TOP"] + "/examples/python/*.py")):
            done = subprocess.run([sys.executable, path, "--quick"], capture_output=True, text=True,
                                  check=False, timeout=400)
            self.assertEqual(done.returncode, 0, f"{path}: {done.stderr}")
            self.assertTrue(done.stdout, path)


if __name__ == "__main__":
    unittest.main()
