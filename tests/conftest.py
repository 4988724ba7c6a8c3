"""Settings of all tests."""

import os

from hypothesis import settings

# Must stand before scipy is imported: without it scikit-learn skips its check of array API input.
os.environ.setdefault("SCIPY_ARRAY_API", "1")

# A slow machine fails no test.
settings.register_profile("boughs", deadline=None)
settings.load_profile("boughs")
