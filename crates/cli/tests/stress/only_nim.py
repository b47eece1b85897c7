# haut1297, playing Nim even with two piles.
from functools import reduce
from operator import xor

for _ in range(int(input())):
    input()
    print("Sherlock" if reduce(xor, map(int, input().split())) else "Watson")
