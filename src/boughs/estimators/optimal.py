"""OptimalTreeClassifier: the face of the exact search."""

from typing import Any

from boughs.estimators.base import BaseTreeClassifier, FitContext
from boughs.estimators.parameter_validation import fraction, integer
from boughs.learners.exact_search import ExactSearchLearner, ExactSearchSettings
from boughs.model.progress import Progress
from boughs.model.result import Result
from boughs.model.table import Table

LARGEST_DEPTH = 10


class OptimalTreeClassifier(BaseTreeClassifier):
    """The best tree of a depth over all splits of all features, proven; stopped early, the best so far and a bound.

    Parameters
    ----------
    max_depth : the depth of the tree, 1 to 10.
    max_gap : the search ends when `gap_` is at most this; 0 searches to the proof.

    The other parameters are those of all classifiers here: time_limit, random_state (the search is not random), n_jobs,
    class_weight, cost_matrix, min_samples_leaf, leaf_penalty, verbose; see `BaseTreeClassifier`.

    Attributes
    ----------
    tree_ : the Tree; print it, or ask it for its rules.
    objective_ : what the tree costs on the training rows: by default the (weighted) number of errors.
    bound_ : no tree of this depth costs less.
    gap_, status_, trace_, statistics_ : how far the proof got, how the fit ended, and how it went.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> clf = OptimalTreeClassifier(max_depth=3).fit(X, y)
    >>> clf.objective_, clf.bound_, clf.status_
    (1.0, 1.0, 'optimal')
    """

    def __init__(
        self,
        max_depth: int = 3,
        *,
        max_gap: float = 0.0,
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
        self.max_gap = max_gap
        self.time_limit = time_limit
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.class_weight = class_weight
        self.cost_matrix = cost_matrix
        self.min_samples_leaf = min_samples_leaf
        self.leaf_penalty = leaf_penalty
        self.verbose = verbose

    def _settings(self) -> ExactSearchSettings:
        return ExactSearchSettings(
            max_depth=integer("max_depth", self.max_depth, 1, LARGEST_DEPTH),
            max_gap=float(fraction("max_gap", self.max_gap)),
        )

    def _learn(self, table: Table, settings: ExactSearchSettings, progress: Progress, context: FitContext) -> Result:
        learner = ExactSearchLearner(table, settings, progress, n_threads=context.n_threads)
        return learner.learn(context.feature_names, context.classes.tolist())
