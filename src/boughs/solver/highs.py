"""HiGHS behind the port, through the array interface of highspy."""

from typing import Any

import highspy  # noqa: TID251
import numpy as np
from numpy.typing import NDArray

from boughs._native import Stop
from boughs.model.errors import SolverError
from boughs.solver.port import LpSolution, MipSolution, Model, Vectors

STOPPED = (
    highspy.HighsModelStatus.kInterrupt,
    highspy.HighsModelStatus.kTimeLimit,
)
WITHOUT_HEURISTICS = dict.fromkeys(
    (f"mip_heuristic_run_{name}" for name in ("root_reduced_cost", "rins", "rens", "feasibility_jump")), False
)
"""Half the time without them on the pricing MILPs; older versions know not all of them."""
PRIMAL_SIMPLEX = 4
"""Added columns leave the last basis feasible: twice as fast here as the dual."""
NOTHING_ABOVE_CUTOFF = (
    highspy.HighsModelStatus.kInfeasible,
    highspy.HighsModelStatus.kObjectiveBound,
    highspy.HighsModelStatus.kUnboundedOrInfeasible,
)


def new_model() -> Model:
    """An empty model."""
    return HighsModel()


class HighsModel:
    """HiGHS minimises; objective, duals and reduced costs change their sign on the way in and out."""

    def __init__(self) -> None:
        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self._set("output_flag", False)
        self._set("threads", 1)
        self._set("simplex_strategy", PRIMAL_SIMPLEX)
        self._set("presolve", "off")  # half the time without it on the MIPs here, and it does not hear the time limit
        for option, value in WITHOUT_HEURISTICS.items():
            self._highs.setOptionValue(option, value)
        self._set("mip_rel_gap", 0.0)
        self._set("mip_abs_gap", 1e-6)
        self._n_columns = 0
        self._integer: list[int] = []
        self._stop: Stop | None = None
        self._highs.cbSimplexInterrupt += self._interrupt
        self._highs.cbMipInterrupt += self._interrupt

    def add_rows(self, lower: NDArray[np.float64], upper: NDArray[np.float64], entries: Vectors) -> None:
        """Append rows; `entries` index existing columns."""
        starts, indices, values = entries
        self._check(self._highs.addRows(len(lower), lower, upper, len(indices), starts[:-1], indices, values))

    def add_columns(
        self, objective: NDArray[np.float64], entries: Vectors, *, upper: float = np.inf, integer: bool = False
    ) -> None:
        """Append columns between 0 and `upper`; `entries` index existing rows."""
        count = len(objective)
        starts, indices, values = entries
        lower, uppers = np.zeros(count), np.full(count, upper)
        self._check(self._highs.addCols(count, -objective, lower, uppers, len(indices), starts[:-1], indices, values))
        if integer:
            self._integer.extend(range(self._n_columns, self._n_columns + count))
        self._n_columns += count

    def solve_lp(self, stop: Stop) -> LpSolution | None:
        """The optimum of the relaxation; None if `stop` came first."""
        status = self._run(stop)
        if status in STOPPED:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise SolverError(f"HiGHS ended the LP with {status}")
        solution = self._highs.getSolution()
        return LpSolution(
            value=-self._highs.getInfo().objective_function_value,
            columns=np.array(solution.col_value),
            row_duals=-np.array(solution.row_dual),
            reduced_costs=-np.array(solution.col_dual),
        )

    def solve_mip(
        self, stop: Stop, *, start: NDArray[np.float64] | None = None, cutoff: float = -np.inf
    ) -> MipSolution:
        """The best solution above `cutoff` in which all columns marked integer are whole, from a known one on."""
        self._mark_integers(highspy.HighsVarType.kInteger)
        self._highs.clearSolver()
        self._set("objective_bound", -cutoff)
        if start is not None:
            self._highs.setSolution(len(start), np.arange(len(start), dtype=np.int32), start)
        try:
            status = self._run(stop)
            return self._mip_solution(status)
        finally:
            self._set("objective_bound", np.inf)
            self._mark_integers(highspy.HighsVarType.kContinuous)

    def _mip_solution(self, status: highspy.HighsModelStatus) -> MipSolution:
        if status not in (highspy.HighsModelStatus.kOptimal, *STOPPED, *NOTHING_ABOVE_CUTOFF):
            raise SolverError(f"HiGHS ended the MIP with {status}")
        info, solution = self._highs.getInfo(), self._highs.getSolution()
        found = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
        return MipSolution(
            value=-info.objective_function_value if found else -np.inf,
            columns=np.array(solution.col_value) if found else None,
            complete=status not in STOPPED,
        )

    def _run(self, stop: Stop) -> highspy.HighsModelStatus:
        if stop.expired:
            return highspy.HighsModelStatus.kInterrupt
        self._set("time_limit", min(1e30, self._highs.getRunTime() + max(0.01, stop.remaining)))
        self._stop = stop
        self._highs.run()
        status: highspy.HighsModelStatus = self._highs.getModelStatus()
        return status

    def _interrupt(self, event: Any) -> None:
        event.data_in.user_interrupt = self._stop is not None and self._stop.expired

    def _mark_integers(self, kind: highspy.HighsVarType) -> None:
        count = len(self._integer)
        kinds = np.full(count, int(kind), dtype=np.uint8)
        self._check(self._highs.changeColsIntegrality(count, np.array(self._integer, dtype=np.int32), kinds))

    def _set(self, option: str, value: bool | int | float | str) -> None:
        self._check(self._highs.setOptionValue(option, value))

    @staticmethod
    def _check(status: highspy.HighsStatus) -> None:
        if status == highspy.HighsStatus.kError:
            raise SolverError("HiGHS refused a change of the model")
