// 51Nod 1185: Wythoff's game, piles up to 10^18, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// Double fails from 165580140 267914295 on, the x87 long double from 7778742048 12586269024 on,
// and 27 decimals of phi from 72723460248141 117669030460994 on; all are cold.
package main

import (
	"bufio"
	"fmt"
	"os"
)

// Whether x > d * phi.
func exceeds(x, d int64) bool {
	return x > d && !exceeds(d, x-d)
}

func cold(a, b int64) bool {
	if a > b {
		a, b = b, a
	}
	return !exceeds(a, b-a) && exceeds(a+1, b-a)
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var cases int
	fmt.Fscan(in, &cases)
	for ; cases > 0; cases-- {
		var a, b int64
		fmt.Fscan(in, &a, &b)
		if cold(a, b) {
			fmt.Fprintln(out, "B")
		} else {
			fmt.Fprintln(out, "A")
		}
	}
}
