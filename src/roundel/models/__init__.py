"""Golden models, short and readable as the specifications. They know nothing of RTL.

Byte strings in, byte strings out; a call that the specification does not allow raises RoundelError.
"""
