"""CGTreeClassifier: the face of the column generation learner."""

import dataclasses
from typing import Any, TypeVar

from boughs.estimators.base import BaseTreeClassifier, FitContext
from boughs.estimators.given_splits import ALLOWED, given_splits
from boughs.estimators.parameter_validation import integer
from boughs.learners.column_generation import ColumnGeneration
from boughs.learners.settings import ColumnGenerationSettings, MasterForm, Pricing
from boughs.model.checks import refuse
from boughs.model.progress import Progress
from boughs.model.result import Result
from boughs.model.table import Table
from boughs.model.topology import Topology
from boughs.steps.random_pricing import RandomPricing
from boughs.steps.split_generation import SplitGeneration
from boughs.steps.threshold_sampling import ThresholdSampling

LARGEST_DEPTH = 10


class CGTreeClassifier(BaseTreeClassifier):
    """Classification trees by column generation over decision paths (Firat et al.), and what makes it fast and better.

    Parameters
    ----------
    max_depth : the depth of the tree, 1 to 10.
    split_sets : "sampled" (threshold sampling, the paper's Algorithm 1), "all" (every split at every node: for small
        tables), or sets of your own: a list of (feature, threshold) pairs for every node, or a list of such lists, one
        for each internal node. Features are numbers or column names.
    sampling : ThresholdSampling, or None for its defaults.
    master : MasterForm, or None for its defaults (prefix-consistent, priced by whole trees).
    pricing : Pricing, or None for its defaults; for the row form of the master alone.
    generation : SplitGeneration, "default", or None: no splits beyond the split sets. Only sampled sets grow.

    The other parameters are those of all classifiers here: time_limit, random_state, n_jobs, class_weight, cost_matrix,
    min_samples_leaf, leaf_penalty, verbose; see `BaseTreeClassifier`.

    Attributes
    ----------
    tree_ : the Tree; print it, or ask it for its rules.
    objective_ : what the tree costs on the training rows: by default the (weighted) number of errors.
    bound_ : no tree of this depth costs less.
    restricted_bound_ : no tree over the final split sets costs less, or None where that is not known.
    gap_, status_, trace_, statistics_ : how far the proof got, how the fit ended, and how it went.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> clf = CGTreeClassifier(max_depth=2).fit(X, y)
    >>> clf.objective_, clf.bound_, clf.status_
    (6.0, 6.0, 'optimal')
    """

    def __init__(
        self,
        max_depth: int = 3,
        *,
        split_sets: Any = "sampled",
        sampling: ThresholdSampling | None = None,
        master: MasterForm | None = None,
        pricing: Pricing | None = None,
        generation: SplitGeneration | str | None = "default",
        time_limit: float | None = None,
        random_state: Any = None,
        n_jobs: int | None = None,
        class_weight: Any = None,
        cost_matrix: Any = None,
        min_samples_leaf: int | float = 1,
        leaf_penalty: float = 0.0,
        verbose: int = 0,
    ) -> None:
        self.max_depth = max_depth
        self.split_sets = split_sets
        self.sampling = sampling
        self.master = master
        self.pricing = pricing
        self.generation = generation
        self.time_limit = time_limit
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.class_weight = class_weight
        self.cost_matrix = cost_matrix
        self.min_samples_leaf = min_samples_leaf
        self.leaf_penalty = leaf_penalty
        self.verbose = verbose

    @classmethod
    def as_published(cls, max_depth: int = 3, **changes: Any) -> "CGTreeClassifier":
        """The method as the paper has it (sections 4 to 6), with the paper's values; `changes` are other parameters.

        scikit-learn's CART on 90 % of the input rows, tau 300, its printed thresholds; all of eq. 2-4 in the master;
        the pricing heuristic with |C| = 500, n_l = 200, n_c = 100, then DPP(l, t) by MILP, but not above 5,000 training
        rows; no new splits. The paper's time limit was ten minutes: `time_limit=600`.
        """
        published = {
            "sampling": ThresholdSampling(alpha=0.9, tau=300, cart="scikit-learn"),
            "master": MasterForm(form="rows", row_constraints="all", merge_rows=False),
            "pricing": Pricing(
                heuristic=RandomPricing(pool_size=500, leaves_per_round=200, columns_per_round=100),
                exact="milp",
                exact_up_to_rows=5000,
            ),
            "generation": None,
        }
        return cls(max_depth, **{**published, **changes})

    def _settings(self) -> ColumnGenerationSettings:
        if isinstance(self.split_sets, str) and self.split_sets not in ("sampled", "all"):
            refuse("split_sets", ALLOWED, self.split_sets)
        generation = SplitGeneration() if isinstance(self.generation, str) else self.generation
        if self.generation != "default" and not isinstance(self.generation, SplitGeneration | None):
            refuse("generation", '"default", a SplitGeneration or None', self.generation)
        return ColumnGenerationSettings(
            max_depth=integer("max_depth", self.max_depth, 1, LARGEST_DEPTH),
            split_sets="all" if isinstance(self.split_sets, str) and self.split_sets == "all" else "sampled",
            sampling=_part("sampling", self.sampling, ThresholdSampling),
            master=_part("master", self.master, MasterForm),
            pricing=_part("pricing", self.pricing, Pricing),
            generation=generation,
        )

    def _learn(
        self, table: Table, settings: ColumnGenerationSettings, progress: Progress, context: FitContext
    ) -> Result:
        if not isinstance(self.split_sets, str):
            topology = Topology(settings.max_depth)
            given = given_splits(self.split_sets, table, topology, context.feature_names)
            settings = dataclasses.replace(settings, split_sets=given)
        learner = ColumnGeneration(table, settings, progress, seed=context.seed, n_threads=context.n_threads)
        return learner.learn(context.feature_names, context.classes.tolist())


P = TypeVar("P")


def _part(name: str, given: Any, kind: type[P]) -> P:
    """Expert settings of one step; None means their defaults."""
    if given is None:
        return kind()
    if not isinstance(given, kind):
        refuse(name, f"a {kind.__name__} or None", given)
    return given
