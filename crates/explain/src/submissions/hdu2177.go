// HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
// Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
// move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
// smaller. A position that two moves reach is printed once.
//
// Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
// (partner), and each difference k has one pair (lower), whose smaller number is the least that no
// pair before it has. So two tables answer everything, and no golden ratio is rounded.
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
	const limit = 1000000
	// The larger pile of the last pair is below 2.7 * limit.
	var partner [limit / 10 * 27]int
	var lower [limit + 1]int
	for k, least := 1, 1; k <= limit; k++ {
		for partner[least] != 0 {
			least++
		}
		lower[k] = least
		partner[least] = least + k
		partner[least+k] = least
	}
	for {
		var a, b int
		fmt.Fscan(in, &a, &b)
		if b == 0 {
			break
		}
		p, low := partner[a], lower[b-a]
		if p == b {
			fmt.Fprintln(out, "0")
		} else {
			fmt.Fprintln(out, "1")
		}
		if low < a {
			fmt.Fprintln(out, low, low+b-a)
		}
		if p < b && !(p == low && a == low+b-a) {
			if a < p {
				fmt.Fprintln(out, a, p)
			} else {
				fmt.Fprintln(out, p, a)
			}
		}
		if partner[b] < a && a < b {
			fmt.Fprintln(out, partner[b], b)
		}
	}
}
