"""The faces: scikit-learn estimators that validate, encode, call a learner and keep its tree."""
