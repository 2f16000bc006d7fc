//! The examples of the documentation, run.

#[test]
fn the_examples_of_the_documentation_are_true() {
    trycmd::TestCases::new()
        .case("../../docs/src/cli.md")
        .case("../../docs/src/check.md")
        .case("../../docs/src/robot.md")
        .run();
}
