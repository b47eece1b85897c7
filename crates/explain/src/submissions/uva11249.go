// UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
// up to K. The number of cases; each has K, Q and Q pairs. Prints LOSING if whoever is to move
// loses, else WINNING, and an empty line after each case.
//
// With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
// where t = s - r + 1 and s = (r + sqrt(r * r + 4)) / 2 (Fraenkel). As s = r + 1 / s, a whole x > 0
// has x > n * s exactly if x > n * r and not n > (x - n * r) * s. That takes no number above 2^64.
package main

import (
	"bufio"
	"fmt"
	"os"
)

// Whether x > n * s.
func exceeds(r, x, n uint64) bool {
	return n <= x/r && x > n*r && !exceeds(r, n, x-n*r)
}

// Whether x > n * t, which is x + (r - 1) * n > n * s.
func above(r, x, n uint64) bool {
	return x > n && !exceeds(r, n, x-n)
}

func cold(k, a, b uint64) bool {
	if a > b {
		a, b = b, a
	}
	if b-a <= k { // less than r, so n is 0
		return b == 0
	}
	r := k + 1
	n := (b - a) / r
	return (b-a)%r == 0 && !above(r, a, n) && above(r, a+1, n)
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var cases, q int
	fmt.Fscan(in, &cases)
	for ; cases > 0; cases-- {
		var k, a, b uint64
		fmt.Fscan(in, &k, &q)
		for ; q > 0; q-- {
			fmt.Fscan(in, &a, &b)
			if cold(k, a, b) {
				fmt.Fprintln(out, "LOSING")
			} else {
				fmt.Fprintln(out, "WINNING")
			}
		}
		fmt.Fprintln(out)
	}
}
