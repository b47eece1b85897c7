"""Solves the ranges of a file as tasks of Dask: python dask_ranges.py PAIRS ANSWERS"""

import os
import sys

import wythoff
from dask.distributed import Client

pairs, answers = map(os.path.abspath, sys.argv[1:])
size, split = os.path.getsize(pairs), 1 << 30


def solve(start):
    wythoff.solve(pairs, f"{answers}.{start:020}", range=(start, min(start + split, size)), threads=1)


if __name__ == "__main__":
    with Client() as client:
        client.gather(client.map(solve, range(0, size, split)))
