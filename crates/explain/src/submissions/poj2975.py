# POJ 2975 and HDU 1850: Nim; a case is n (up to 1000) and n piles, until n is 0.
# Prints the number of winning first moves.
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
    print(sum(pile ^ nim_sum < pile for pile in piles))
