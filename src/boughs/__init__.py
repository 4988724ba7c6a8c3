"""Small classification trees that people can read, as good as a tree of that size can be."""
