"""One descriptor per algorithm, and the registry that finds them."""
