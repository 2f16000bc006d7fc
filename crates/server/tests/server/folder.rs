//! The folders of descriptions: a game or a computer player dropped there appears without a restart, one with errors
//! shows them.

use crate::client::{Folder, Guest, generous, quick, serve_with};
use serde_json::{Value, json};
use server::{House, Shelf};
use std::sync::Arc;

const FROGS: &str = include_str!("../../../../data/s3/frogs/frogs.s3");
const LUDO: &str = include_str!("../../../../data/system/ludo/ludo.pl");
const MASTERMIND: &str = include_str!("../../../../data/s3/mastermind/mastermind.s3");
const NIM: &str = include_str!("../../../../data/system/nim/nim.pl");

async fn listed(guest: &Guest, id: &str) -> Option<Value> {
    let games = guest.http("GET", "/api/games", "").await.json();
    games.as_array().unwrap().iter().find(|g| g["id"] == id).cloned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_description_dropped_into_the_folder_can_be_played_at_once() {
    let folder = Folder::new();
    let server = serve_with(Arc::new(Shelf::new(vec![folder.0.clone()], Vec::new())), generous()).await;
    let guest = Guest::new(server.address).await;
    assert_eq!(listed(&guest, "frogs/frogs.s3").await, None);
    std::fs::create_dir_all(folder.0.join("frogs")).unwrap();
    std::fs::write(folder.0.join("frogs/frogs.s3"), FROGS).unwrap();
    std::fs::write(folder.0.join("frogs/green.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>").unwrap();
    std::fs::write(folder.0.join("wrong.s3"), "[S3 2]\n[BOARD\nimage=").unwrap();
    while listed(&guest, "wrong.s3").await.is_none() {
        tokio::task::yield_now().await;
    }
    let found = listed(&guest, "frogs/frogs.s3").await.unwrap();
    assert_eq!(found["problem"], Value::Null);
    let wrong = listed(&guest, "wrong.s3").await.unwrap();
    assert!(wrong["problem"].as_str().unwrap().contains("wrong.s3"), "{wrong}");
    let id = guest.table(json!({ "game": "frogs/frogs.s3", "settings": quick() })).await;
    let mut page = guest.join(&id, None).await;
    let state = page.until(|s| !s["offers"].as_array().unwrap().is_empty()).await;
    assert_eq!(state["scene"]["tokens"].as_array().unwrap().len(), 6);
    assert_eq!(state["table"]["pictures"], json!(["green.svg"]));
    let offers = page.offers();
    assert_eq!(page.play(&offers[0]).await["type"], "done");
    let picture = guest.http("GET", "/api/pictures/frogs%2Ffrogs.s3/green.svg", "").await;
    assert_eq!((picture.status, picture.body.contains("<svg")), (200, true));
    for name in ["..%2Fwrong.s3", "%2Fetc%2Fpasswd", "..%2F..%2Fx.svg", "frogs.s3"] {
        let path = format!("/api/pictures/frogs%2Ffrogs.s3/{name}");
        assert_eq!(guest.http("GET", &path, "").await.status, 404, "{name}");
    }
}

/// Takes in everything there is; how many steps that took.
fn settle(shelf: &Shelf) -> usize {
    (0..).take_while(|_| shelf.refresh()).count()
}

fn game(shelf: &Shelf, id: &str) -> Option<server::GameInfo> {
    shelf.games().into_iter().find(|game| game.id == id)
}

#[test]
fn a_folder_is_read_again_only_when_something_changed() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("frogs.s3"), FROGS).unwrap();
    let shelf = Shelf::new(vec![folder.0.clone()], Vec::new());
    assert!(shelf.table("frogs.s3", 1).is_ok(), "a table that needs it does not wait");
    // It is listed before it is read.
    assert!(shelf.refresh());
    assert!(game(&shelf, "frogs.s3").unwrap().reading);
    assert!(shelf.refresh());
    assert!(!game(&shelf, "frogs.s3").unwrap().reading);
    assert_eq!(settle(&shelf), 0);
    std::fs::write(folder.0.join("again.s3"), FROGS).unwrap();
    assert_eq!(settle(&shelf), 2, "only what is new is read");
    assert!(shelf.table("again.s3", 1).is_ok());
    std::fs::remove_file(folder.0.join("again.s3")).unwrap();
    assert_eq!(settle(&shelf), 1);
    assert!(shelf.table("again.s3", 1).is_err());
}

#[test]
fn several_folders_deep_ones_and_files_without_an_ending_are_looked_at() {
    let (first, second) = (Folder::new(), Folder::new());
    let put = |folder: &Folder, name: &str, text: &str| {
        let path = folder.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    put(&first, "a/b/c/frogs.s3", FROGS);
    put(&first, "both.s3", FROGS);
    put(&first, "Frogs", FROGS);
    put(&first, "README", "Games for rainy days.\n");
    put(&first, "rules.md", "# Not a game\n");
    put(&first, ".hidden.s3", FROGS);
    put(&second, "both.s3", "[S3 2]\n[BOARD\n");
    put(&second, "nim/nim.pl", NIM);
    put(&second, "nim/wrong.pl", "player(ann).\nturn(x, state(P, Z) state(P, Z)).\n");
    let shelf = Shelf::new(vec![first.0.clone(), second.0.clone()], Vec::new());
    settle(&shelf);
    let described: Vec<(String, bool)> =
        shelf.games().into_iter().filter(|g| g.file.is_some()).map(|g| (g.id, g.problem.is_none())).collect();
    let wanted = [
        ("Frogs", true),
        ("a/b/c/frogs.s3", true),
        ("both.s3", true),
        ("nim/nim.pl", true),
        ("nim/wrong.pl", false),
    ];
    assert_eq!(described, wanted.map(|(name, good)| (name.to_string(), good)));
    let wrong = game(&shelf, "nim/wrong.pl").unwrap().problem.unwrap();
    assert!(wrong.contains("nim/wrong.pl:2:"), "{wrong}");
    let nim = game(&shelf, "nim/nim.pl").unwrap();
    assert_eq!((nim.most, nim.reading), (2, false));
    assert!(!nim.computers.is_empty());
}

#[test]
fn the_lobby_says_what_can_be_chosen_about_a_description_and_whether_chance_takes_part() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("ludo.pl"), LUDO).unwrap();
    std::fs::write(folder.0.join("code.s3"), MASTERMIND).unwrap();
    std::fs::write(folder.0.join("nim.pl"), NIM).unwrap();
    let shelf = Shelf::new(vec![folder.0.clone()], Vec::new());
    // A table that needs it does not wait for the lobby.
    assert_eq!(shelf.table("ludo.pl?players=2", 1).unwrap().players(), 2);
    settle(&shelf);
    let ludo = game(&shelf, "ludo.pl").unwrap();
    assert_eq!((ludo.chance, ludo.hidden, ludo.least, ludo.most), (true, false, 2, 4));
    let [players, board] = ludo.settings.as_slice() else { panic!("{:?}", ludo.settings) };
    assert_eq!((players.name.as_str(), players.low, players.high), ("players", Some(2), Some(4)));
    assert_eq!((players.default.as_str(), players.help.cs.as_str()), ("4", "kolik hráčů hraje"));
    assert_eq!((board.kind.as_str(), board.words.join(" ")), ("one_of", "20 40".to_string()));
    assert_eq!(ludo.about.sk, "Preteky domov, pri ktorých sa nemáte hnevať");
    assert!(game(&shelf, "code.s3").unwrap().chance, "the code is drawn");
    let nim = game(&shelf, "nim.pl").unwrap();
    assert_eq!((nim.chance, nim.settings.is_empty()), (false, true));
    for _ in 0..2 {
        let table = shelf.table("ludo.pl?players=3&board=40", 1).unwrap();
        assert_eq!((table.players(), table.id()), (3, "ludo.pl?players=3&board=40".to_string()));
    }
    let fault = |id: &str| shelf.table(id, 1).err().unwrap().to_string();
    assert!(fault("ludo.pl?players=9").contains("may be 2 to 4, not 9"));
    assert!(fault("ludo.pl?plyers=2").contains("did you mean 'players'?"));
    assert!(fault("code.s3?players=2").contains("have no parameters"));
    // The file was written anew: so is the game with parameters.
    std::fs::write(folder.0.join("ludo.pl"), LUDO.replace("values(players, 2-4)", "values(players, 4-4)"))
        .unwrap();
    assert!(fault("ludo.pl?players=3&board=40").contains("may be 4 to 4, not 3"));
}

#[test]
fn a_description_written_again_with_the_same_text_is_the_same_game() {
    let folder = Folder::new();
    let path = folder.0.join("frogs.s3");
    std::fs::write(&path, FROGS).unwrap();
    let shelf = Shelf::new(vec![folder.0.clone()], Vec::new());
    settle(&shelf);
    let before = game(&shelf, "frogs.s3").unwrap();
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
    assert_eq!(settle(&shelf), 2);
    assert_eq!(game(&shelf, "frogs.s3").unwrap(), before);
    std::fs::write(&path, "[S3 2]\n[BOARD\n").unwrap();
    settle(&shelf);
    assert!(game(&shelf, "frogs.s3").unwrap().problem.is_some());
}

/// Every description that comes with the program can be played, and is listed with a name and computer players.
#[test]
fn the_games_and_players_of_the_repository_have_no_errors() {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let shelf = Shelf::new(vec![data.join("s3"), data.join("system")], vec![data.join("bots")]);
    settle(&shelf);
    let games = shelf.games();
    let described: Vec<_> = games.iter().filter(|g| g.file.is_some()).collect();
    assert!(described.len() >= 22, "{}", described.len());
    for game in described {
        assert_eq!(game.problem, None, "{}", game.id);
        assert!(!game.computers.is_empty() && game.most > 0, "{}", game.id);
        let stem = game.id.rsplit('/').next().unwrap();
        assert!([&game.title.en, &game.title.cs, &game.title.sk].iter().all(|t| **t != stem), "{}", game.id);
        let spoken =
            game.about.en.is_empty() || (game.about.en != game.about.cs && game.about.cs != game.about.sk);
        assert!(spoken, "{}: {:?}", game.id, game.about);
    }
    let bots = shelf.bots();
    assert!(bots.len() >= 4, "{}", bots.len());
    for bot in &bots {
        assert_eq!(bot.problem, None, "{}", bot.file);
        assert!(
            bot.title.cs != bot.title.en || bot.title.sk != bot.title.en,
            "{} speaks one language",
            bot.file
        );
        let id = format!("bot:{}", bot.file.trim_end_matches(".toml"));
        assert!(games.iter().any(|g| g.computers.iter().any(|c| c.agent == id)), "{id} is offered nowhere");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_dropped_into_the_folder_is_offered_where_it_can_play() {
    let folder = Folder::new();
    let server = serve_with(Arc::new(Shelf::new(Vec::new(), vec![folder.0.clone()])), generous()).await;
    let guest = Guest::new(server.address).await;
    let text = "name = { en = \"Quick Ema\", cs = \"Rychlá Ema\" }\nagent = \"alphabeta\"\nthink = 40\n\
                games = [\"connect4\", \"reversi\"]\n[options]\ndepth = 2\n";
    std::fs::write(folder.0.join("ema.toml"), text).unwrap();
    std::fs::write(folder.0.join("wrong.toml"), "name = \"W\"\nagent = \"alphabetta\"\n").unwrap();
    let bots = loop {
        let bots = guest.http("GET", "/api/bots", "").await.json();
        if bots.as_array().unwrap().len() == 2 {
            break bots;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(
        (&bots[0]["title"]["sk"], &bots[0]["agent"]),
        (&json!("Quick Ema"), &json!("alphabeta?depth=2"))
    );
    let problem = bots[1]["problem"].as_str().unwrap();
    assert!(problem.starts_with("wrong.toml:2:9: unknown agent 'alphabetta'"), "{problem}");
    let offered = |game: Option<Value>| {
        let computers = game.unwrap()["computers"].as_array().unwrap().clone();
        computers.into_iter().any(|c| c["agent"] == "bot:ema")
    };
    assert!(offered(listed(&guest, "connect4").await) && offered(listed(&guest, "reversi").await));
    // Not for morris, which it does not name; not for mariáš, which hides something.
    assert!(!offered(listed(&guest, "morris").await) && !offered(listed(&guest, "marias").await));
    let seats = json!([{ "kind": "computer", "agent": "bot:ema" }, { "kind": "person", "name": "A" }]);
    let id = guest.table(json!({ "game": "connect4", "seats": seats, "settings": quick() })).await;
    let mut page = guest.join(&id, None).await;
    let state = page.until(|s| s["play"]["made"] == 1).await;
    assert_eq!(state["table"]["seats"][0]["name"], "Quick Ema");
    // Its name is told in the language of whoever reads it.
    page.ask(json!({ "do": "speak", "lang": "cs" })).await;
    assert_eq!(page.state["table"]["seats"][0]["name"], "Rychlá Ema");
    let lines = guest.http("GET", "/api/tables?lang=cs", "").await.json();
    assert_eq!(lines["yours"][0]["players"], json!(["Rychlá Ema", "A"]));
    // When its file goes, another computer player moves for it.
    std::fs::remove_file(folder.0.join("ema.toml")).unwrap();
    while offered(listed(&guest, "connect4").await) {
        tokio::task::yield_now().await;
    }
    let offers = page.offers();
    assert_eq!(page.play(&offers[0]).await["type"], "done");
    assert_eq!(page.until(|s| s["play"]["made"] == 3).await["play"]["problem"], Value::Null);
    let seats = json!([{ "kind": "computer", "agent": "bot:ema" }, { "kind": "person", "name": "A" }]);
    let refused =
        guest.http("POST", "/api/tables", &json!({ "game": "connect4", "seats": seats }).to_string()).await;
    assert_eq!(refused.status, 400);
}
