# hdu2176, with the moves from the last pile to the first.
import sys

numbers = list(map(int, sys.stdin.read().split()))
at = 0
while numbers[at]:
    piles = numbers[at + 1:at + 1 + numbers[at]]
    at += 1 + len(piles)
    nim_sum = 0
    for pile in piles:
        nim_sum ^= pile
    print("Yes" if nim_sum else "No")
    for pile in reversed(piles):
        if pile ^ nim_sum < pile:
            print(pile, pile ^ nim_sum)
