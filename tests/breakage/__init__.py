"""Recorded one-line breakages of the product, each of which must turn the test of a fact red."""
