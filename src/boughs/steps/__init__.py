"""The steps: one file per step of the algorithms, named for it; no step imports another."""
