"""The nouns: what the steps speak of."""
