"""Small classification trees that people can read, as good as a tree of that size can be."""

from boughs.estimators.column_generation import CGTreeClassifier
from boughs.estimators.optimal import OptimalTreeClassifier
from boughs.learners.settings import MasterForm, Pricing
from boughs.model.errors import BoughsError, DataError, InterruptedFitWarning, ParameterError
from boughs.model.tree import Tree
from boughs.steps.random_pricing import RandomPricing
from boughs.steps.split_generation import SplitGeneration
from boughs.steps.threshold_sampling import ThresholdSampling

__version__ = "0.1.0"

__all__ = [
    "BoughsError",
    "CGTreeClassifier",
    "DataError",
    "InterruptedFitWarning",
    "MasterForm",
    "OptimalTreeClassifier",
    "ParameterError",
    "Pricing",
    "RandomPricing",
    "SplitGeneration",
    "ThresholdSampling",
    "Tree",
]
