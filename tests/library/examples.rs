//! Runs the examples. Each checks its own results.

#[path = "../../examples/column.rs"]
mod column;
#[path = "../../examples/custom_problem.rs"]
mod custom_problem;
#[path = "../../examples/file.rs"]
mod file;

#[test]
fn a_column_of_positions() {
    column::main();
}

#[test]
fn a_file_with_progress() {
    file::main().expect("solved");
}

#[test]
fn a_custom_problem() {
    custom_problem::main().expect("solved");
}
