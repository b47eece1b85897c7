// POJ 1067 and HDU 1527: Wythoff's game, piles up to 10^9, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
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
	for {
		var a, b int64
		if n, _ := fmt.Fscan(in, &a, &b); n < 2 {
			break
		}
		if cold(a, b) {
			fmt.Fprintln(out, "0")
		} else {
			fmt.Fprintln(out, "1")
		}
	}
}
