"""Benchmarks that run our peers in the same run and print ratios; `python3 dev.py bench` installs the peers first."""
