//! Rule sheets that are written by hand: what one language says, the others say, too.

use std::path::Path;

#[test]
fn a_sheet_has_as_many_paragraphs_in_every_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/s3");
    let entries = std::fs::read_dir(&folder).expect("the games are there");
    let mut games: Vec<_> =
        entries.flatten().map(|e| e.path()).filter(|p| p.join("rules.md").exists()).collect();
    games.sort();
    assert!(games.len() > 10, "only {} sheets", games.len());
    for game in games {
        let paragraphs = ["rules.md", "rules.cs.md", "rules.sk.md"].map(|name| {
            let text = std::fs::read_to_string(game.join(name)).unwrap_or_default();
            text.split("\n\n").filter(|part| !part.trim().is_empty()).count()
        });
        assert_eq!(paragraphs, [paragraphs[0]; 3], "{}", game.display());
    }
}
