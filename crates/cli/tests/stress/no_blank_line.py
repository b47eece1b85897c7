# uva11249, without the blank line after a case.
import sys
numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    r, queries = next(numbers) + 1, next(numbers)
    for _ in range(queries):
        a, b = sorted((next(numbers), next(numbers)))
        n, rest = divmod(b - a, r)
        # a is the n-th lower number if a <= n * alpha < a + 1, where alpha = (2 - r + sqrt(r * r + 4)) / 2.
        at = lambda x: (2 * x + (r - 2) * n) ** 2 <= n * n * (r * r + 4) or 2 * x + (r - 2) * n < 0
        print("LOSING" if rest == 0 and at(a) and not at(a + 1) else "WINNING")
