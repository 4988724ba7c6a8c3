"""Ways to write a tree for people and machines, one file per format."""
