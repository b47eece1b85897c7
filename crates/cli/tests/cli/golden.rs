//! Every `data/NAME.in` gives `data/NAME.out`. `lines` in tests/library tries every backend and way of reading.

use crate::support::*;
use std::fs;

#[test]
fn data() {
    let folder = repository().join("data");
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .expect("data/ is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "in"))
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 5, "only {inputs:?}");
    let readme = fs::read_to_string(folder.join("README.md")).expect("data/README.md is there");
    for input in inputs {
        let name = input.file_stem().and_then(|s| s.to_str()).expect("a name");
        assert!(
            readme.contains(&format!("`{name}")),
            "data/README.md knows no {name}"
        );
        let expected = fs::read(input.with_extension("out")).expect("its answers");
        let run = run(wythoff(&["solve"]).arg(&input), Feed::Nothing).expect(0);
        assert_same(&run.stdout, &expected, name);
    }
}
