//! The lessons on offer: those that come with the program, and those of the folders given to the server.

use practice::lesson::{self, Lesson};
use rust_embed::RustEmbed;
use std::path::{Path, PathBuf};

#[derive(RustEmbed)]
#[folder = "../../data/lessons"]
struct Shipped;

/// Files that are looked at in a folder.
const MOST: usize = 300;
/// Bytes that are read of a file.
const LARGEST: u64 = 400_000;

/// A lesson, or what is wrong with its file.
pub(crate) struct Shelved {
    /// The file.
    pub(crate) file: String,
    /// The lesson, or its mistakes in sentences.
    pub(crate) lesson: Result<Lesson, String>,
}

fn read(file: String, text: &str) -> Shelved {
    let lesson = lesson::parse(text).map_err(|faults| {
        faults.iter().take(5).map(|fault| format!("{file}: {fault}")).collect::<Vec<_>>().join("; ")
    });
    Shelved { file, lesson }
}

fn folder(path: &Path, list: &mut Vec<Shelved>) {
    let Ok(entries) = std::fs::read_dir(path) else { return };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|ending| ending == "lesson"))
        .take(MOST)
        .collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let small = file.metadata().is_ok_and(|meta| meta.len() <= LARGEST);
        match std::fs::read(&file) {
            Ok(bytes) if small => list.push(read(name, &String::from_utf8_lossy(&bytes))),
            _ => list.push(Shelved { lesson: Err(format!("{name}: cannot be read")), file: name }),
        }
    }
}

/// All lessons, in the order of their games and levels. A lesson of a folder replaces a shipped one of the same name.
pub(crate) fn all(folders: &[PathBuf]) -> Vec<Shelved> {
    let mut list = Vec::new();
    folders.iter().for_each(|path| folder(path, &mut list));
    let mut shipped: Vec<_> = Shipped::iter().collect();
    shipped.sort();
    for name in shipped {
        if let Some(file) = Shipped::get(&name) {
            let found = read(name.into_owned(), &String::from_utf8_lossy(&file.data));
            let id = |shelved: &Shelved| shelved.lesson.as_ref().map_or(String::new(), |l| l.id.clone());
            if !list.iter().any(|other| id(other) == id(&found)) {
                list.push(found);
            }
        }
    }
    let key = |shelved: &Shelved| match &shelved.lesson {
        Ok(l) => (l.record.game.split('?').next().unwrap_or_default().to_string(), l.level, l.id.clone()),
        Err(_) => (String::from("~"), 0, shelved.file.clone()),
    };
    list.sort_by_key(key);
    list
}

/// The texts of the lessons that come with the program, by file.
pub fn shipped() -> Vec<(String, String)> {
    let mut list: Vec<(String, String)> = Shipped::iter()
        .filter_map(|name| {
            let text = String::from_utf8_lossy(&Shipped::get(&name)?.data).into_owned();
            Some((name.into_owned(), text))
        })
        .collect();
    list.sort();
    list
}
