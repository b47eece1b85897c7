// 51Nod 1072: Wythoff's game, piles up to 2 * 10^6, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
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
