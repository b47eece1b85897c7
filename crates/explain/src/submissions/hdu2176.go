// HDU 2176: Nim; a case is n and n piles (n up to 200000), until n is 0.
// Prints No if whoever is to move loses; else Yes, and for each pile with a winning move a line:
// the pile, and what to leave of it.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var n, nimSum int
		if fmt.Fscan(in, &n); n == 0 {
			break
		}
		piles := make([]int, n)
		for i := range piles {
			fmt.Fscan(in, &piles[i])
			nimSum ^= piles[i]
		}
		if nimSum == 0 {
			fmt.Fprintln(out, "No")
		} else {
			fmt.Fprintln(out, "Yes")
		}
		for _, pile := range piles {
			if pile^nimSum < pile {
				fmt.Fprintln(out, pile, pile^nimSum)
			}
		}
	}
}
