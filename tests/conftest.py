"""Settings that must stand before scipy is imported."""

import os

# Without it scikit-learn skips its check of array API input.
os.environ.setdefault("SCIPY_ARRAY_API", "1")
