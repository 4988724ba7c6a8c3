"""The smallest whole example: a tree for scikit-learn's wine data, and how good a tree of this depth can be."""

from dataclasses import replace

from sklearn.datasets import load_wine

from boughs import CGTreeClassifier

wine = load_wine()
clf = CGTreeClassifier(max_depth=2).fit(wine.data, wine.target_names[wine.target])

print(replace(clf.tree_, feature_names=wine.feature_names))  # a data frame would bring its names along
print(f"\n{clf.objective_:g} errors; no tree of depth {clf.max_depth} makes fewer than {clf.bound_:g} ({clf.status_})")
