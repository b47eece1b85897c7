# HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
# Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
# move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
# smaller. A position that two moves reach is printed once.
#
# Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
# (partner[]), and each difference k has one pair (lower[]), whose smaller number is the least that no
# pair before it has. So two tables answer everything, and no golden ratio is rounded.
import sys


def main():
    numbers = map(int, sys.stdin.buffer.read().split())
    pairs = []
    for a, b in zip(numbers, numbers):
        if a == b == 0:
            break
        pairs.append((a, b) if a <= b else (b, a))
    limit = max((b for _, b in pairs), default=0)

    # 0 stands for no pair yet, limit + 1 for more than any pile.
    partner = [0] * (limit + 1)
    lower = [limit + 1] * (limit + 1)
    lower[0] = 0
    k = least = 1
    while least <= limit:
        lower[k] = least
        partner[least] = least + k
        if least + k <= limit:
            partner[least + k] = least
        while least <= limit and partner[least]:
            least += 1
        k += 1

    out = []
    for a, b in pairs:
        p, d = partner[a], b - a
        diagonal = lower[d]
        out.append("0\n" if p == b else "1\n")
        if diagonal < a:
            out.append("%d %d\n" % (diagonal, diagonal + d))
        if p < b and (diagonal, diagonal + d) != (p, a):
            out.append("%d %d\n" % (min(a, p), max(a, p)))
        if partner[b] < a and a != b:
            out.append("%d %d\n" % (partner[b], b))
    sys.stdout.write("".join(out))


main()
