"""Checks of single values that the parameter classes share; a message begins with the parameter's name."""

import reprlib
from fractions import Fraction
from typing import NoReturn, TypeGuard

import numpy as np

from boughs.model.errors import ParameterError


def refuse(name: str, allowed: str, got: object) -> NoReturn:
    """Raise the ParameterError of a parameter that must be something else."""
    raise ParameterError(f"{name} must be {allowed}, got {reprlib.repr(got)} of type {type(got).__name__}")


def is_integer(value: object) -> TypeGuard[int]:
    """Is it a whole number of Python or numpy? Booleans are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def is_real(value: object) -> TypeGuard[float | Fraction]:
    """Is it a number of Python or numpy? Booleans are not."""
    return is_integer(value) or isinstance(value, (float, np.floating, Fraction))


def check_whole(name: str, value: object, least: int) -> None:
    """A whole number >= least; numpy's are welcome, booleans are not."""
    if not is_integer(value) or value < least:
        refuse(name, f"an integer of at least {least}", value)


def check_share(name: str, value: object) -> None:
    """A number in (0, 1]."""
    if not is_real(value) or not 0 < value <= 1:
        refuse(name, "a number in (0, 1]", value)


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """One of a few words."""
    if value not in choices:
        refuse(name, " or ".join(f'"{choice}"' for choice in choices), value)
