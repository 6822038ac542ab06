"""`python -m roundel`."""

from roundel.cli import main

main()
