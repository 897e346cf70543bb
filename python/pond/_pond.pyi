"""The extension module that build_pond.py makes."""
from typing import Any

ffi: Any
lib: Any
