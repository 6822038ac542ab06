"""The stream protocol: its codes, and the segments that make up a message of each algorithm."""
