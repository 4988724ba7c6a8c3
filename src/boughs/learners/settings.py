"""What the column generation learner is told: one frozen part for each step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from boughs.model.checks import check_choice, check_whole, refuse
from boughs.model.column import Test
from boughs.model.split_sets import Split, SplitSets
from boughs.steps.random_pricing import RandomPricing
from boughs.steps.split_generation import SplitGeneration
from boughs.steps.threshold_sampling import ThresholdSampling


@dataclass(frozen=True)
class MasterForm:
    """How the master keeps the paths of a tree together.

    form: "prefixes" (integral, priced by whole trees) or "rows" (the paper's eq. 2-4, priced by paths, the splits on a
    path distinct as in the paper, which the other form does not ask). For "rows":
    row_constraints says whether eq. 3 stands in the model for all rows or only where it is violated ("cuts");
    merge_rows makes one weighted row of those that no split tells apart.
    """

    form: Literal["prefixes", "rows"] = "prefixes"
    row_constraints: Literal["cuts", "all"] = "cuts"
    merge_rows: bool = True

    def __post_init__(self) -> None:
        check_choice("MasterForm.form", self.form, ("prefixes", "rows"))
        check_choice("MasterForm.row_constraints", self.row_constraints, ("cuts", "all"))
        if not isinstance(self.merge_rows, bool):
            refuse("MasterForm.merge_rows", "True or False", self.merge_rows)


@dataclass(frozen=True)
class Pricing:
    """How paths are priced in the row form.

    heuristic: None prices exactly in every round, which is faster with enumeration; a RandomPricing comes first, as in
    the paper. exact: "enumeration", one subproblem for every leaf, or "milp", DPP(l, t) for every leaf and class.
    exact_up_to_rows: with more training rows than this there is no exact pricing, and column generation ends when the
    heuristic finds nothing (None: always exact).
    """

    heuristic: RandomPricing | None = None
    exact: Literal["enumeration", "milp"] = "enumeration"
    exact_up_to_rows: int | None = None

    def __post_init__(self) -> None:
        if self.heuristic is not None and not isinstance(self.heuristic, RandomPricing):
            refuse("Pricing.heuristic", "a RandomPricing or None", self.heuristic)
        check_choice("Pricing.exact", self.exact, ("enumeration", "milp"))
        if self.exact_up_to_rows is not None:
            check_whole("Pricing.exact_up_to_rows", self.exact_up_to_rows, 0)
            if self.heuristic is None:
                refuse("Pricing.exact_up_to_rows", "None where there is no heuristic", self.exact_up_to_rows)


@dataclass(frozen=True)
class GivenSplits:
    """Split sets of the user's own, and how their splits read where a threshold was given."""

    sets: SplitSets
    tests: Mapping[Split, Test]


@dataclass(frozen=True)
class ColumnGenerationSettings:
    """All of it. `split_sets`: "sampled" by Algorithm 1, "all", or given."""

    max_depth: int
    split_sets: GivenSplits | Literal["sampled", "all"]
    sampling: ThresholdSampling
    master: MasterForm
    pricing: Pricing
    generation: SplitGeneration | None
