// HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
package main

import (
	"bufio"
	"fmt"
	"math/big"
	"os"
)

// Whether x > d * phi.
func exceeds(x, d *big.Int) bool {
	return x.Cmp(d) > 0 && !exceeds(d, new(big.Int).Sub(x, d))
}

func cold(a, b *big.Int) bool {
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	d := new(big.Int).Sub(b, a)
	return !exceeds(a, d) && exceeds(a.Add(a, big.NewInt(1)), d)
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		a, b := new(big.Int), new(big.Int)
		if n, _ := fmt.Fscan(in, a, b); n < 2 {
			break
		}
		if cold(a, b) {
			fmt.Fprintln(out, "0")
		} else {
			fmt.Fprintln(out, "1")
		}
	}
}
