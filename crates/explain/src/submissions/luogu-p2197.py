# Luogu P2197: Nim. The input is T, and for each of T cases n and n piles.
# Prints No if whoever is to move loses, else Yes.
#
# Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
import sys
from functools import reduce
from itertools import islice
from operator import xor

numbers = map(int, sys.stdin.read().split())
for _, n in zip(range(next(numbers, 0)), numbers):
    nim_sum = reduce(xor, islice(numbers, n), 0)
    sys.stdout.write("No\n" if nim_sum == 0 else "Yes\n")
