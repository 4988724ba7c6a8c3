"""Settings of all tests: a slow machine fails none."""

from hypothesis import settings

settings.register_profile("boughs", deadline=None)
settings.load_profile("boughs")
