"""Solves the ranges of a file as tasks of Ray: python ray_ranges.py PAIRS ANSWERS"""

import os
import sys

import ray
import wythoff

pairs, answers = map(os.path.abspath, sys.argv[1:])
size, split = os.path.getsize(pairs), 1 << 30


@ray.remote
def solve(start):
    wythoff.solve(pairs, f"{answers}.{start:020}", range=(start, min(start + split, size)), threads=1)


ray.get([solve.remote(start) for start in range(0, size, split)])
