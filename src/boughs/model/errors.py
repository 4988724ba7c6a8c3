"""Everything that boughs raises, or warns of, on purpose.

BoughsError
├── ParameterError (ValueError)   a parameter is wrong; the message begins with its name
├── DataError (ValueError)        the rows are wrong; the message names column, row and value
│   └── ValueTypeError (TypeError)  a value in the rows is of a kind that cannot be a number
├── TreeFormatError (ValueError)  a stored tree is damaged
├── SolverError (RuntimeError)    the LP/MIP solver failed
└── InternalError (RuntimeError)  boughs contradicts itself; please report it

InterruptedFitWarning (UserWarning)   a fit was interrupted and kept the best tree it had
"""


class BoughsError(Exception):
    """Base of everything that boughs raises on purpose."""


class ParameterError(BoughsError, ValueError):
    """A parameter has a value that it cannot have."""


class DataError(BoughsError, ValueError):
    """The training or prediction rows cannot be used as they are."""


class ValueTypeError(DataError, TypeError):
    """A value in the rows is of a kind that cannot be a number."""


class TreeFormatError(BoughsError, ValueError):
    """A stored tree is damaged or was written by something else."""


class SolverError(BoughsError, RuntimeError):
    """The LP/MIP solver did not do what it was asked."""


class InternalError(BoughsError, RuntimeError):
    """Boughs found itself in contradiction; this is a bug."""


class InterruptedFitWarning(UserWarning):
    """A fit was interrupted and kept the best tree it had."""
