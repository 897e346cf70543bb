"""setup.py: builds libpond, and the extension module that holds it.

POND_BUILD names a folder where libpond is built already; otherwise it is built here, for this machine's
processor, or with POND_MARCH=none for every processor.
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "python"))
from look import look  # noqa: E402


def version() -> str:
    header = (TOP / "include" / "pond" / "api.h").read_text()
    found = re.search(r'#define POND_VERSION "([^"]+)"', header)
    assert found is not None
    return found.group(1)


def build() -> None:
    folder = TOP / "build" / "wheel"
    subprocess.run(["cmake", "-S", str(TOP), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DPOND_ONLY_TABLES=ON",
                    f"-DPOND_MARCH={os.environ.get('POND_MARCH', 'auto')}"], check=True)
    subprocess.run(["cmake", "--build", str(folder), "-j2", "--target", "pond_tables"], check=True)
    os.environ["POND_BUILD"] = str(folder)


class BuildWithLook(build_py):
    """Adds the page's pieces, which notebooks draw boards with."""

    def run(self) -> None:
        super().run()
        (Path(self.build_lib) / "pond" / "look.json").write_text(json.dumps(look(TOP / "web")))


if "POND_BUILD" not in os.environ:
    build()
setup(version=version(), cmdclass={"build_py": BuildWithLook}, cffi_modules=["build_pond.py:ffi"])
