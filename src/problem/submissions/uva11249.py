# UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
# up to K. A number of cases, each K, Q and Q pairs of piles. Prints LOSING if whoever is to move
# loses, else WINNING, and an empty line after each case.
#
# With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
# where t = (2 - r + sqrt(r * r + 4)) / 2 (Fraenkel). As t * t = (2 - r) * t + r, a whole x >= 0 with
# y = x + r * n has x <= n * t exactly if x * y <= n * (x + y). So a is that floor if
#     a * b <= n * (a + b)  and  (a + 1) * (b + 1) > n * (a + b + 2).
# With K = 0, double fails at 165580140 267914295, where whoever is to move loses.
import sys


def cold(k, a, b):
    n, rest = divmod(abs(a - b), k + 1)
    return rest == 0 and a * b <= n * (a + b) and (a + 1) * (b + 1) > n * (a + b + 2)


def main():
    numbers = map(int, sys.stdin.buffer.read().split())
    out = []
    for _, k, q in zip(range(next(numbers, 0)), numbers, numbers):
        for _, a, b in zip(range(q), numbers, numbers):
            out.append("LOSING\n" if cold(k, a, b) else "WINNING\n")
        out.append("\n")
    sys.stdout.write("".join(out))


main()
