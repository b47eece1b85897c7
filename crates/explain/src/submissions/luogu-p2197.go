// Luogu P2197: Nim. The input is T, and for each of T cases n and n piles.
// Prints No if whoever is to move loses, else Yes.
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
	var cases, n, pile int
	fmt.Fscan(in, &cases)
	for ; cases > 0; cases-- {
		nimSum := 0
		for fmt.Fscan(in, &n); n > 0; n-- {
			fmt.Fscan(in, &pile)
			nimSum ^= pile
		}
		if nimSum == 0 {
			fmt.Fprintln(out, "No")
		} else {
			fmt.Fprintln(out, "Yes")
		}
	}
}
