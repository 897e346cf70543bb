"""setup.py: builds libpond where it is missing, and the extension module that holds it."""
import os
import re
import subprocess
from pathlib import Path

from setuptools import setup

TOP = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("POND_BUILD", TOP / "build" / "release"))


def version() -> str:
    header = (TOP / "include" / "pond" / "api.h").read_text()
    found = re.search(r'#define POND_VERSION "([^"]+)"', header)
    assert found is not None
    return found.group(1)


if not (BUILD / "libpond_tables.a").exists():
    subprocess.run(["cmake", "--preset", "release"], cwd=TOP, check=True)
    subprocess.run(["cmake", "--build", str(BUILD), "-j2", "--target", "pond_tables"], check=True)

setup(version=version(), cffi_modules=["build_pond.py:ffi"])
