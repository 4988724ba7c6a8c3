"""The column generation heuristic of the paper (CGH): sample splits, close the master, make it whole (sections 4-6).

With `generation` set, new splits are then found below the prefixes in use, and the master is closed again.
"""

import math
from collections.abc import Sequence

import numpy as np

from boughs._native import Stop
from boughs.export.shape import Label
from boughs.learners.closing import Closed, Form, PrefixForm, RowForm
from boughs.learners.journal import Journal
from boughs.learners.settings import ColumnGenerationSettings, GivenSplits
from boughs.model.cart_tree import CartTree
from boughs.model.column import Test
from boughs.model.coverage import paths_of
from boughs.model.errors import ParameterError
from boughs.model.path import Path
from boughs.model.planting import plant
from boughs.model.progress import Progress
from boughs.model.result import Result
from boughs.model.split_sets import NO_SPLIT, Split, SplitSets
from boughs.model.table import Table
from boughs.model.topology import Topology
from boughs.steps.cart import NativeCart
from boughs.steps.integer_master import solve_integer_master
from boughs.steps.published_cart import PublishedCart
from boughs.steps.split_generation import SplitGenerator
from boughs.steps.threshold_sampling import sample_thresholds

MOST_SPLITS = 2_000_000
"""In all S_j together: more take seconds to write down."""


class ColumnGeneration:
    """One fit. Whenever the progress says stop, what stands in the journal is the result."""

    def __init__(
        self, table: Table, settings: ColumnGenerationSettings, progress: Progress, *, seed: int, n_threads: int
    ) -> None:
        self._table = table
        self._settings = settings
        self._n_threads = n_threads
        self._progress = progress
        self._stop = progress.stop
        kept_for_the_integer_master = min(30.0, _share(0.1, progress.stop))  # it is fast (section 6)
        self._generating = progress.stop.earlier(kept_for_the_integer_master)
        self._topology = Topology(settings.max_depth)
        self._random = np.random.default_rng(seed)
        self._journal = Journal(table, self._topology, progress)
        self._tests: dict[Split, Test] = {}

    def learn(self, feature_names: Sequence[str], classes: Sequence[Label]) -> Result:
        """The whole method."""
        self._journal.offer(self._paths((NO_SPLIT,) * self._topology.n_nodes), "single leaf")
        sets = self._split_sets()
        form = self._form()
        form.open(sets, self._journal.paths)
        generator = self._generator(sets)
        added: Sequence[Path] = self._journal.paths
        while (closed := form.close()) is not None:
            self._make_whole(form, closed)
            self._journal.offer_better(added, "new splits")
            tree = self._new_splits(generator, sets)
            if tree is None:
                break
            sets = sets.with_splits([[split] for split in tree])
            self._journal.restricted_bound = None
            added = self._paths(tree)
            form.open(sets, added)
        self._journal.offer_better(added, "new splits")
        return self._result(feature_names, classes)

    def _split_sets(self) -> SplitSets:
        """S_j: given, all, or sampled by Algorithm 1 with CART's own splits (section 5)."""
        given = self._settings.split_sets
        if isinstance(given, GivenSplits):
            self._tests = dict(given.tests)
            return given.sets
        grow = self._cart()
        with self._journal.timed("cart"):
            trees = grow([np.arange(grow.population)])
        cart = trees[0] if trees else CartTree((NO_SPLIT,) * self._topology.n_nodes)
        self._journal.offer(self._paths(cart.splits), "cart")
        if given == "all":
            return self._all_splits()
        return self._sample(cart, grow)

    def _all_splits(self) -> SplitSets:
        count = sum(column.n_cuts for column in self._table.columns) * self._topology.n_nodes
        if count > MOST_SPLITS:
            raise ParameterError(
                f'split_sets="all" means {count:,} splits here, the most are {MOST_SPLITS:,}; '
                'use "sampled", sets of your own, or a smaller max_depth'
            )
        return SplitSets.all_of(self._topology, self._table)

    def _cart(self) -> NativeCart | PublishedCart:
        if self._settings.sampling.cart == "native":
            return NativeCart(self._table, self._topology.depth, self._n_threads, self._generating)
        return PublishedCart(self._table, self._topology, self._random, self._generating)

    def _sample(self, cart: CartTree, grow: NativeCart | PublishedCart) -> SplitSets:
        params = self._settings.sampling
        stop = self._generating.earlier(_share(2 / 3, self._generating))
        with self._journal.timed("sampling"):
            sampled = sample_thresholds(params, self._table, self._topology, cart, grow, self._random, stop)
        self._tests = sampled.tests
        self._journal.counts["sampled_trees"] = sampled.trees
        self._journal.publish("sampling")
        return sampled.sets

    def _form(self) -> Form:
        if self._settings.master.form == "prefixes":
            return PrefixForm(self._table, self._journal, self._n_threads, self._generating, self._stop)
        return RowForm(self._table, self._settings, self._journal, self._random, self._n_threads, self._generating)

    def _make_whole(self, form: Form, closed: Closed) -> None:
        """The LP's solution if it is a tree, else the integer master's (section 6)."""
        relaxation = closed.relaxation
        self._journal.close(relaxation, closed.bound)
        if relaxation.is_integral:
            paths: Sequence[Path] = sorted((path for path, _ in relaxation.support), key=lambda path: path.leaf)
        else:
            with self._journal.timed("integer_master"):
                paths = solve_integer_master(form.master, self._journal.paths, self._stop)
        self._journal.offer(paths, "master" if relaxation.is_integral else "integer master")
        self._journal.offer_better(closed.tree, "tree pricing")

    def _generator(self, sets: SplitSets) -> SplitGenerator | None:
        params = self._settings.generation
        if params is None or self._settings.split_sets != "sampled":
            return None
        return SplitGenerator(params, self._table, sets, self._n_threads, self._generating)

    def _new_splits(self, generator: SplitGenerator | None, sets: SplitSets) -> tuple[Split, ...] | None:
        """A tree better than the best so far, with splits beyond the sets."""
        if generator is None or self._journal.cost == self._journal.bound:
            return None
        with self._journal.timed("generation"):
            while (tree := generator.grow(sets)) is not None:
                self._journal.counts["generation_rounds"] += 1
                cost = self._journal.cost_of(self._paths(tree))
                if cost < self._journal.cost:
                    return tree
                if not generator.renew_tops(tree):
                    break
            self._journal.is_cut_short = tree is None
            if generator.covers_everything:
                self._journal.bound = self._journal.cost
        return None

    def _paths(self, splits: Sequence[Split]) -> list[Path]:
        return paths_of(self._table, self._topology, splits)

    def _result(self, feature_names: Sequence[str], classes: Sequence[Label]) -> Result:
        journal = self._journal
        status = journal.status(self._generating, split_sets_are_all=self._settings.split_sets == "all")
        restricted = journal.restricted_bound
        journal.publish("end")
        splits = [NO_SPLIT] * self._topology.n_nodes
        for path in journal.paths:
            for node, split in zip(self._topology.nodes_to(path.leaf), path.splits, strict=True):
                splits[node] = split
        targets = [path.target for path in journal.paths]
        return Result(
            tree=plant(self._table, self._topology, splits, targets, self._tests, feature_names, classes),
            objective=journal.natural(journal.cost),
            bound=self._natural_bound(journal.bound),
            restricted_bound=None if restricted is None else self._natural_bound(restricted),
            status=status,
            trace=self._progress.trace,
            statistics=journal.statistics(),
        )

    def _natural_bound(self, bound: int) -> float:
        """In the user's numbers, and less what making integers may have added."""
        return max(0.0, float(self._table.natural(bound) - self._table.rounding))


def _share(share: float, stop: Stop) -> float:
    """So much of the seconds that are left; 0 where there is no time limit."""
    return share * stop.remaining if math.isfinite(stop.remaining) else 0.0
