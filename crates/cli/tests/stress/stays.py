# poj2975, counting a pile that would stay as it is: wrong if the first player loses.
import sys

numbers = list(map(int, sys.stdin.read().split()))
at = 0
while numbers[at]:
    piles = numbers[at + 1:at + 1 + numbers[at]]
    at += 1 + len(piles)
    nim_sum = 0
    for pile in piles:
        nim_sum ^= pile
    print(sum(pile ^ nim_sum <= pile for pile in piles))
