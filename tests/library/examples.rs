//! Runs the examples. Each example checks its own results.

#[path = "../../examples/column.rs"]
mod column;
#[path = "../../examples/custom_problem.rs"]
mod custom_problem;
#[path = "../../examples/file.rs"]
#[expect(dead_code, reason = "`main` would take the arguments of the tests")]
mod file;

#[test]
fn a_column_of_positions() {
    column::main();
}

#[test]
fn a_file_with_progress() {
    file::a_file_of_its_own().expect("solved");
}

#[test]
fn a_custom_problem() {
    custom_problem::main().expect("solved");
}
