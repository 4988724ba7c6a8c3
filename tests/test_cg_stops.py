"""Fits that are stopped: in time, with the best tree so far, never worse than the CART that ran."""

import signal
import subprocess
import sys
import textwrap
import time
import warnings

import numpy as np
import pytest
from sklearn.base import clone

from boughs import CGTreeClassifier, MasterForm, Pricing, SplitGeneration, ThresholdSampling

FEW = ThresholdSampling(tau=1)
FORMS = {
    "default": CGTreeClassifier(3),
    "grown": CGTreeClassifier(4, sampling=FEW, generation=SplitGeneration(tops=8, middles=8)),
    "rows": CGTreeClassifier(3, sampling=FEW, master=MasterForm("rows")),
    "published": CGTreeClassifier.as_published(3, sampling=ThresholdSampling(tau=1, cart="scikit-learn")),
    "milp": CGTreeClassifier.as_published(3, sampling=FEW, pricing=Pricing(heuristic=None, exact="milp")),
}
WORDS = {"time_limit", "interrupted", "heuristic", "restricted_optimal", "optimal"}


def noise(n, p, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, p)), rng.integers(0, 2, n)


def never_below_cart(model, X, y):
    assert np.count_nonzero(model.predict(X) != y) == model.objective_
    cart = [point.objective for point in model.trace_ if point.step == "cart"]
    assert len(cart) <= 1
    assert model.objective_ <= min(cart, default=np.inf)
    assert model.bound_ <= model.objective_
    assert model.restricted_bound_ is None or model.restricted_bound_ <= model.objective_
    objectives = [point.objective for point in model.trace_]
    assert objectives == sorted(objectives, reverse=True)
    assert objectives[-1] == model.objective_


@pytest.mark.parametrize("seconds", [1e-6, 0.01, 0.05, 0.2])
@pytest.mark.parametrize("name", FORMS)
def test_at_any_limit(name, seconds):
    X, y = noise(150, 4)
    model = clone(FORMS[name]).set_params(time_limit=seconds).fit(X, y)
    never_below_cart(model, X, y)
    assert model.status_ in WORDS - {"interrupted"}
    if seconds == 1e-6:
        assert model.status_ == "time_limit"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", FORMS)
def test_stopped_by_a_callback_at_any_moment(name, seed):
    rng = np.random.default_rng(seed)
    X, y = noise(40, 3, seed)
    left = int(rng.integers(1, 12))

    def stop(_):
        nonlocal left
        left -= 1
        return left <= 0

    model = clone(FORMS[name]).fit(X, y, callback=stop)
    never_below_cart(model, X, y)
    assert model.status_ in WORDS - {"time_limit"}


@pytest.mark.parametrize(
    ("model", "n"),
    [
        (CGTreeClassifier(6), 3000),
        (CGTreeClassifier(4, sampling=FEW, generation=SplitGeneration(tops=50, middles=500)), 3000),
        (CGTreeClassifier.as_published(4), 3000),
        (CGTreeClassifier.as_published(6, sampling=FEW, pricing=Pricing(heuristic=None, exact="milp")), 500),
    ],
    ids=["default", "grown", "published", "milp"],
)
def test_the_limit_is_kept(model, n):
    X, y = noise(n, 10)
    model = clone(model).set_params(time_limit=1)
    start = time.perf_counter()
    model.fit(X, y)
    assert time.perf_counter() - start < 2
    assert model.status_ in ("time_limit", "restricted_optimal")
    never_below_cart(model, X, y)


SCRIPT = """
import warnings
import numpy as np
from boughs import CGTreeClassifier

warnings.simplefilter("always")
rng = np.random.default_rng(0)
X, y = rng.normal(size=(3000, 10)), rng.integers(0, 2, 3000)

def tell(point):
    if point.step == "cart":
        print("working", point.objective, flush=True)

model = CGTreeClassifier.as_published(4).fit(X, y, callback=tell)
print(model.status_, model.objective_, np.count_nonzero(model.predict(X) != y))
"""


def test_sigint_in_mid_fit_leaves_the_best_tree():
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(SCRIPT)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    told, of_cart = process.stdout.readline().split()
    assert told == "working"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    status, objective, errors = out.split()
    assert status == "interrupted"
    assert float(errors) == float(objective) <= float(of_cart)
    assert "InterruptedFitWarning" in err


def test_a_callback_gives_no_warning():
    X, y = noise(100, 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert CGTreeClassifier().fit(X, y, callback=lambda point: True).status_ in WORDS
