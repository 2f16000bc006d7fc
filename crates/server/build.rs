//! Makes sure that the folder of the built front end exists (empty where it was not built) and that the server is built
//! again when it changes.

fn main() {
    let folder = std::path::Path::new("../../web/dist");
    // Without it cargo would take the crate for changed every time. If it cannot be made, the crate builds all the same.
    let _ = std::fs::create_dir_all(folder);
    std::io::Write::write_all(&mut std::io::stdout(), b"cargo::rerun-if-changed=../../web/dist\n")
        .expect("standard output is open");
}
