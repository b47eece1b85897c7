# HDU 1849: Nim; a case is n and n piles, until n is 0.
# Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
#
# Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
import sys
from functools import reduce
from itertools import islice
from operator import xor

numbers = map(int, sys.stdin.read().split())
for n in iter(lambda: next(numbers, 0), 0):
    nim_sum = reduce(xor, islice(numbers, n), 0)
    sys.stdout.write("Grass Win!\n" if nim_sum == 0 else "Rabbit Win!\n")
