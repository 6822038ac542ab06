"""Golden models, as short and readable as the specifications, and independent of the RTL.

They map byte strings to byte strings. A call that the specification does not allow raises RoundelError.
"""
