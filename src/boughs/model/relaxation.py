"""Relaxation: an optimal solution of the restricted master LP."""

from dataclasses import dataclass

from boughs.model.path import Path

WHOLE = 1e-6
"""Path weights this close to 0 or 1 count as whole."""
PROMISING = 1e-6
"""A path is worth adding if its reduced cost is above this, in units of the LP."""


@dataclass(frozen=True)
class Relaxation:
    """What the LP earns, in its own units, and the paths it uses with their weights."""

    value: float
    support: tuple[tuple[Path, float], ...]

    @property
    def is_integral(self) -> bool:
        """Are all weights whole?"""
        return all(weight >= 1 - WHOLE for _, weight in self.support)
