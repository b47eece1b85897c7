// HAUT 1297, Return of the Nim: T, and for each of T cases n, a prime, and n piles. A move takes from
// one pile, or the same number from all. Prints Watson if whoever is to move loses, else Sherlock.
//
// With an odd n whoever is to move loses exactly if the xor of the piles is 0, as in Nim (Bouton):
// taking k from all flips the lowest 1 bit of k in each pile, so in the xor, too. Two piles are
// Wythoff's game, lost exactly if the smaller one is floor(d * phi), d the difference of the piles,
// phi the golden ratio. As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly if x > d and
// not d > (x - d) * phi. That takes subtractions only.
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
	var cases, n int
	fmt.Fscan(in, &cases)
	for ; cases > 0; cases-- {
		var pile, nimSum int64
		fmt.Fscan(in, &n)
		for i := 0; i < n; i++ {
			fmt.Fscan(in, &pile)
			nimSum ^= pile
		}
		// Of two piles, the last one and the xor give the first.
		if n == 2 && cold(nimSum^pile, pile) || n != 2 && nimSum == 0 {
			fmt.Fprintln(out, "Watson")
		} else {
			fmt.Fprintln(out, "Sherlock")
		}
	}
}
