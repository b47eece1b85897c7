# 51Nod 1185: Wythoff's game, piles up to 10^18, a number T and then T pairs.
# Prints B if whoever is to move loses, else A.
#
# A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
# the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
# x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
#     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
# Double fails from 165580140 267914295 on, the x87 long double from 7778742048 12586269024 on,
# and 27 decimals of phi from 72723460248141 117669030460994 on; all are cold.
import sys


def cold(a, b):
    if a > b:
        a, b = b, a
    d = b - a
    return a * a <= d * b and (a + 1) * (a + 1) > d * (b + 1)


def main():
    numbers = map(int, sys.stdin.buffer.read().split())
    cases = range(next(numbers, 0))
    out = ["B\n" if cold(a, b) else "A\n" for _, a, b in zip(cases, numbers, numbers)]
    sys.stdout.write("".join(out))


main()
