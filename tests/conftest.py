"""Settings of all tests: a slow machine fails none, and no check of scikit-learn is skipped."""

import os

from hypothesis import settings

# Without it scikit-learn skips its check of array API input; scipy reads it when it is imported.
os.environ.setdefault("SCIPY_ARRAY_API", "1")

settings.register_profile("boughs", deadline=None)
settings.load_profile("boughs")
