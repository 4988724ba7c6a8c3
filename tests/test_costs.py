"""From parameters to an Objective."""

from fractions import Fraction

import numpy as np
import pytest
from greedy_classifier import GreedyClassifier

from boughs.estimators.costs import objective_of
from boughs.estimators.parameter_validation import SharedSettings
from boughs.model.errors import ParameterError

CLASSES = np.array(["a", "b", "c"])
LABELS = np.array([0, 0, 0, 1, 1, 2], dtype=np.int32)
WEIGHTS = np.array([0.1, 0.2, 0.3, 1, 1, 0.7])


def objective(labels=LABELS, weights=WEIGHTS, **parameters):
    return objective_of(SharedSettings.of(GreedyClassifier(**parameters)), CLASSES, labels, weights)


def test_defaults_count_errors():
    plain = objective()
    assert plain.class_weights == (1, 1, 1)
    assert plain.cost_matrix == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert (plain.leaf_penalty, plain.min_rows) == (0, 1)


def test_balanced_weights_are_exact():
    W = Fraction(33, 10)
    assert objective(class_weight="balanced").class_weights == (W / Fraction(18, 10), W / 6, W / Fraction(21, 10))


def test_balanced_classes_without_rows_do_not_count():
    weights = objective(LABELS[:5], np.ones(5), class_weight="balanced").class_weights
    assert weights == (Fraction(5, 6), Fraction(5, 4), 1)


def test_balanced_with_many_distinct_weights():
    weights = np.linspace(1, 2, 30_000)
    labels = np.arange(30_000, dtype=np.int32) % 3
    mixed = np.random.default_rng(0).permutation(30_000)
    one = objective(labels, weights, class_weight="balanced").class_weights
    assert one == objective(labels[mixed], weights[mixed], class_weight="balanced").class_weights
    assert [float(w) for w in one] == pytest.approx([45000 / 3 / weights[labels == t].sum() for t in range(3)])


def test_weights_by_label():
    assert objective(class_weight={"b": 0.1}).class_weights == (1, Fraction(1, 10), 1)
    with pytest.raises(ParameterError, match="class_weight is 0 for every class in y"):
        objective(LABELS[:3], WEIGHTS[:3], class_weight={"a": 0})


@pytest.mark.parametrize(
    ("classes", "given"),
    [
        ([False, True], {True: 5}),
        ([-1, 2_000_000], {np.int64(2_000_000): 5}),
        (["no", "yes"], {np.str_("yes"): 5}),
        ([0.0, 1.0], {1: 5}),
    ],
)
def test_labels_of_any_type(classes, given):
    X, y = [[0.0], [0.0], [0.0]], [classes[0], classes[0], classes[1]]
    assert GreedyClassifier(class_weight=given).fit(X, y).predict([[0.0]]).tolist() == [classes[1]]


def test_cost_matrix_is_read_by_decimals():
    matrix = [[0, 0.1, 2], [1, 0, 1], [1e-3, 1, 0]]
    assert objective(cost_matrix=matrix).cost_matrix == ((0, Fraction(1, 10), 2), (1, 0, 1), (Fraction(1, 1000), 1, 0))


@pytest.mark.parametrize(("given", "rows"), [(1, 1), (4, 4), (6, 6), (7, 6), (0.1, 1), (0.5, 3), (0.51, 4), (0.99, 6)])
def test_min_samples_leaf(given, rows):
    assert objective(min_samples_leaf=given).min_rows == rows


def test_min_samples_leaf_share_is_not_a_float_product():
    labels = np.zeros(100, dtype=np.int32)
    assert 0.29 * 100 < 29 or 0.07 * 100 > 7
    assert objective(labels, np.ones(100), min_samples_leaf=0.07).min_rows == 7
    assert objective(labels, np.ones(100), min_samples_leaf=0.29).min_rows == 29


def test_cost_of_a_row_is_the_entry_of_its_class_and_the_prediction():
    X, y = [[0.0], [0.0], [0.0]], ["ham", "ham", "spam"]
    assert GreedyClassifier(cost_matrix=[[0, 1], [1, 0]]).fit(X, y).predict([[0.0]]).tolist() == ["ham"]
    careful = GreedyClassifier(cost_matrix=[[0, 1], [5, 0]]).fit(X, y)
    assert careful.predict([[0.0]]).tolist() == ["spam"]
    assert careful.objective_ == 2
