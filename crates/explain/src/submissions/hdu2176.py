# HDU 2176: Nim; a case is n and n piles (n up to 200000), until n is 0.
# Prints No if whoever is to move loses; else Yes, and for each pile with a winning move a line:
# the pile, and what to leave of it.
#
# Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
# must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
import sys
from functools import reduce
from itertools import islice
from operator import xor

numbers = map(int, sys.stdin.read().split())
for n in iter(lambda: next(numbers, 0), 0):
    piles = list(islice(numbers, n))
    nim_sum = reduce(xor, piles, 0)
    print("No" if nim_sum == 0 else "Yes")
    for pile in piles:
        if pile ^ nim_sum < pile:
            print(pile, pile ^ nim_sum)
