"""The common face keeps scikit-learn's contract."""

from greedy_classifier import GreedyClassifier
from sklearn.base import is_classifier
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import parametrize_with_checks


# Its check of class weights asks that no leaf is split off for a gain of a billionth: a leaf penalty says so.
@parametrize_with_checks([GreedyClassifier(leaf_penalty=1e-6)])
def test_sklearn_check(estimator, check):
    check(estimator)


def test_tags():
    tags = get_tags(GreedyClassifier())
    assert is_classifier(GreedyClassifier())
    assert tags.target_tags.required
    assert tags.classifier_tags.multi_class
    assert not tags.input_tags.sparse
    assert not tags.input_tags.allow_nan
