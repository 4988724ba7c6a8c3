"""The roots: one page per learner that composes its steps."""
