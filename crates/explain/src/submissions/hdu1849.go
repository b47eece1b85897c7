// HDU 1849: Nim; a case is n and n piles, until n is 0.
// Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
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
		var n, pile, nimSum int
		if fmt.Fscan(in, &n); n == 0 {
			break
		}
		for ; n > 0; n-- {
			fmt.Fscan(in, &pile)
			nimSum ^= pile
		}
		if nimSum == 0 {
			fmt.Fprintln(out, "Grass Win!")
		} else {
			fmt.Fprintln(out, "Rabbit Win!")
		}
	}
}
