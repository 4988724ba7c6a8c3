"""The solver port, and one file per backend."""
