# HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
# Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
# move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
# smaller. A position that two moves reach is printed once.
#
# Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
# (partner), and each difference k has one pair (lower), whose smaller number is the least that no
# pair before it has. So two tables answer everything, and no golden ratio is rounded.
import sys

numbers = list(map(int, sys.stdin.read().split()))
limit = max(numbers, default=0)

# A difference whose pair is beyond the limit keeps the limit for its lower pile.
partner = [0] * (2 * limit + 2)
lower = [0] + [limit] * limit
least = k = 1
while least <= limit:
    lower[k] = least
    partner[least] = least + k
    partner[least + k] = least
    while partner[least]:
        least += 1
    k += 1

for a, b in zip(numbers[::2], numbers[1::2]):
    if b == 0:
        break
    p, low = partner[a], lower[b - a]
    print(0 if p == b else 1)
    if low < a:
        print(low, low + b - a)
    if p < b and (low, low + b - a) != (p, a):
        print(min(a, p), max(a, p))
    if partner[b] < a < b:
        print(partner[b], b)
