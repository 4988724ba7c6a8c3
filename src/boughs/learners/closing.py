"""How a master is brought to its optimum: the row form by pricing paths, the prefix form by pricing whole trees."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

import numpy as np

from boughs._native import Stop
from boughs.learners.journal import Journal
from boughs.learners.settings import ColumnGenerationSettings
from boughs.model.duals import Duals
from boughs.model.errors import InternalError, ParameterError
from boughs.model.path import Path
from boughs.model.prices import Prices
from boughs.model.relaxation import PROMISING, Relaxation
from boughs.model.split_sets import SplitSets
from boughs.model.table import Table
from boughs.solver.highs import new_model
from boughs.steps.enumeration_pricing import price_paths
from boughs.steps.integer_master import Master
from boughs.steps.milp_pricing import price_leaves_by_milp
from boughs.steps.path_master import PathMaster, PricedRelaxation, restricted_bound
from boughs.steps.prefix_master import PrefixMaster
from boughs.steps.random_pricing import RandomPricer
from boughs.steps.row_merging import merge_rows
from boughs.steps.tree_pricing import price_trees

MOST_LINKS = 300_000
"""Constraints of eq. 4: a model this large is built within a second or so."""
PATHS_AT_ONCE = 100
"""How many paths enumeration hands over in all, at most."""


class Closed(NamedTuple):
    """The LP at its end. `bound`: no tree over the split sets costs less; None where pricing was not exact.

    `tree`: the paths of the tree that was priced last, where whole trees are.
    """

    relaxation: Relaxation
    bound: int | None
    tree: tuple[Path, ...] = ()


class Form(Protocol):
    """A master and the pricing that fits it."""

    @property
    def master(self) -> Master:
        """For the integer solution."""

    def open(self, sets: SplitSets, paths: Iterable[Path]) -> None:
        """Work with these split sets from now on, and with these paths besides those already there."""

    def close(self) -> Closed | None:
        """Solve and price until nothing is promising; None if the work was stopped before the first solution."""


class PrefixForm:
    """Without side constraints the reduced cost of a whole tree does not depend on the duals of the prefixes: they
    cancel. So one call of the recursion finds the best tree, and the LP over its paths is closed.
    """

    def __init__(self, table: Table, journal: Journal, n_threads: int, pricing_stop: Stop, stop: Stop) -> None:
        self._table, self._journal, self._n_threads = table, journal, n_threads
        self._pricing_stop, self._stop = pricing_stop, stop
        self._master: PrefixMaster | None = None

    @property
    def master(self) -> PrefixMaster:
        """The live model, there once the form is open."""
        if self._master is None:
            raise InternalError("the master is asked for before it is opened")
        return self._master

    def open(self, sets: SplitSets, paths: Iterable[Path]) -> None:
        """The live model stays; prefixes are linked when a path has them."""
        if self._master is None:
            self._master = PrefixMaster(new_model(), self._table, sets.topology)
        self._sets = sets
        self._journal.counts["columns"] += self.master.add(paths)

    def close(self) -> Closed | None:
        """Price one tree, add its paths, solve."""
        with self._journal.timed("pricing"):
            upper = self._journal.cost  # the best tree so far lies within the sets, and in the model
            priced = price_trees(
                self._table, self._sets, upper=upper, n_threads=self._n_threads, stop=self._pricing_stop
            )
        if priced.tree is not None:
            self._journal.counts["columns"] += self.master.add(priced.tree.paths)
        with self._journal.timed("lp"):
            relaxation = self.master.solve(self._stop)
        self._journal.counts["lp_solves"] += 1
        if relaxation is None:
            return None
        if priced.tree is None:
            return Closed(relaxation, upper if priced.complete else None)
        return Closed(relaxation, priced.tree.value if priced.complete else None, priced.tree.paths)


def _refuse_too_many_links(sets: SplitSets) -> None:
    """Eq. 4 is a row of the model for every leaf, node on its way, and split."""
    links = sum(len(splits) * len(sets.topology.leaves_below(node)) for node, splits in enumerate(sets.at))
    if links > MOST_LINKS:
        raise ParameterError(
            f"split_sets of this size need {links:,} constraints in the row form of the master, the most are "
            f'{MOST_LINKS:,}; give smaller sets, a smaller max_depth, or master=MasterForm("prefixes")'
        )


class RowForm:
    """The paper's loop: the heuristic as long as it finds promising paths, then exact pricing (section 4.2)."""

    def __init__(
        self,
        table: Table,
        settings: ColumnGenerationSettings,
        journal: Journal,
        random: np.random.Generator,
        n_threads: int,
        stop: Stop,
    ) -> None:
        self._full_table, self._settings, self._journal = table, settings, journal
        self._random, self._n_threads, self._stop = random, n_threads, stop
        self._paths: dict[Path, None] = {}
        self._first_leaf = 0  # for the MILPs: where the last promising path was

    def open(self, sets: SplitSets, paths: Iterable[Path]) -> None:
        """A new model, since new splits tell more rows apart; it starts with all paths known."""
        master = self._settings.master
        self._sets = sets
        _refuse_too_many_links(sets)
        self._table = merge_rows(self._full_table, sets) if master.merge_rows else self._full_table
        self.master = PathMaster(new_model(), self._table, sets, rows_as_cuts=master.row_constraints == "cuts")
        self._paths |= dict.fromkeys(paths)
        self._journal.counts["columns"] = self.master.add(self._paths)
        heuristic = self._settings.pricing.heuristic
        self._pricer = heuristic and RandomPricer(heuristic, self._table, sets, self._random)

    def close(self) -> Closed | None:
        """Column generation until nothing is promising."""
        closed: Closed | None = None
        while (relaxation := self._solve()) is not None:
            closed = Closed(relaxation, None)
            with self._journal.timed("pricing"):
                paths = self._pricer.price(relaxation.duals) if self._pricer else []
            if not paths:
                if self._is_large:
                    return closed
                prices = self._price_exactly(relaxation.duals)
                paths = [path for path, _ in prices.promising]
                if not paths:
                    return closed._replace(bound=self._bound(relaxation, prices))
            self._add(paths)
        return closed

    @property
    def _is_large(self) -> bool:
        limit = self._settings.pricing.exact_up_to_rows
        return limit is not None and int(self._full_table.input_rows.sum()) > limit

    def _solve(self) -> PricedRelaxation | None:
        with self._journal.timed("lp"):
            relaxation = self.master.solve(self._stop)
        self._journal.counts["lp_solves"] += 1
        self._journal.counts["cuts"] = self.master.n_cuts
        self._journal.publish("master")
        return relaxation

    def _add(self, paths: Iterable[Path]) -> None:
        new = dict.fromkeys(paths)
        self._paths |= new
        self._journal.counts["columns"] += self.master.add(new)

    def _price_exactly(self, duals: Duals) -> Prices:
        """The pool is emptied after it, and leaves with promising paths come first from then on (section 4.2.3)."""
        with self._journal.timed("exact_pricing"):
            prices = self._exact_prices(duals)
        self._journal.counts["exact_pricings"] += 1
        if self._pricer:
            priority: dict[int, float] = {}
            for path, reduced_cost in prices.promising:
                priority[path.leaf] = max(reduced_cost, priority.get(path.leaf, 0.0))
            self._pricer.prefer(priority)
        self._first_leaf = max((path.leaf for path, _ in prices.promising), default=0)
        return prices

    def _exact_prices(self, duals: Duals) -> Prices:
        if self._settings.pricing.exact == "milp":
            return price_leaves_by_milp(new_model, self._table, self._sets, duals, self._stop, self._first_leaf)
        leaves = range(self._sets.topology.n_leaves)
        priced = price_paths(
            self._table,
            self._sets,
            duals,
            reward_unit=self._table.reward_unit,
            leaves=leaves,
            how_many=max(1, PATHS_AT_ONCE // len(leaves)),
            tolerance=PROMISING,
            n_threads=self._n_threads,
            stop=self._stop,
        )
        found = [(path.path, path.reduced_cost) for of_leaf in priced.paths for path in of_leaf]
        return Prices(priced.largest, tuple(sorted(found, key=lambda item: -item[1])), priced.complete)

    def _bound(self, relaxation: PricedRelaxation, prices: Prices) -> int | None:
        if not prices.complete:
            return None
        return restricted_bound(self._table, relaxation.duals, prices.largest, self._sets.topology)
