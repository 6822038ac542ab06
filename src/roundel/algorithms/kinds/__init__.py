"""What the algorithms of one service have in common. A descriptor is one of these."""
