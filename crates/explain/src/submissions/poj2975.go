// POJ 2975 and HDU 1850: Nim; a case is n (up to 1000) and n piles, until n is 0.
// Prints the number of winning first moves.
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
		var n, nimSum, count int
		if fmt.Fscan(in, &n); n == 0 {
			break
		}
		piles := make([]int, n)
		for i := range piles {
			fmt.Fscan(in, &piles[i])
			nimSum ^= piles[i]
		}
		for _, pile := range piles {
			if pile^nimSum < pile {
				count++
			}
		}
		fmt.Fprintln(out, count)
	}
}
