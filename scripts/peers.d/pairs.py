"""Python without packages; its integers have as many bits as they need. Reads standard input."""

import sys

PHI_LESS_1 = 0x9E3779B97F4A7C15F39CC0605CEDC834  # floor((phi - 1) * 2^128)


def main():
    write = sys.stdout.write
    for line in sys.stdin:
        a, b = map(int, line.split())
        if a > b:
            a, b = b, a
        d = b - a
        write("0\n" if a == d + (d * PHI_LESS_1 >> 128) else "1\n")


main()
