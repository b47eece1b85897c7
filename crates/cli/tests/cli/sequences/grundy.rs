//! `wythoff grundy`.

use super::*;

#[test]
fn layout_of_grundy_tables() {
    assert_eq!(printed("grundy 2 5", ""), "4\n");
    assert_eq!(printed("grundy 5 2", ""), "4\n");
    assert_eq!(printed("grundy --max 0", ""), "0\n");
    assert_eq!(
        printed("grundy --max 5", ""),
        "0 1 2 3 4 5\n1 2 0 4 5 3\n2 0 1 5 3 4\n3 4 5 6 2 0\n4 5 3 2 7 6\n5 3 4 0 6 8\n"
    );
    assert_eq!(printed("grundy --max 2 --csv", ""), "0,1,2\n1,2,0\n2,0,1\n");
    let table = printed("grundy --max 30", "");
    let widths: BTreeSet<_> = table.lines().map(str::len).collect();
    assert_eq!(widths.len(), 1, "columns are straight");
}
