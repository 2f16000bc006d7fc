//! The camera of `partie robot`: looking at pictures, calibrating, rendering pictures to try it with, and the eye of a match.

use super::eyes::Watching;
use super::page::Page;
use crate::output::{Answer, Output};
use anyhow::{Context, anyhow, bail};
use clap::Args as Words;
use game::{Lang, Place, Reason, Rng, Scene, Table, Turn};
use robot::camera::explain::{Doubt, Verdict, explain, unsure};
use robot::camera::look::{Seen, View, Why, view};
use robot::camera::original::Location;
use robot::camera::process::{Client, serve};
use robot::camera::propose::propose;
use robot::camera::reference::Reference;
use robot::camera::render::{Conditions, Studio};
use robot::camera::source::{self, Posted, Source};
use robot::camera::staged::Staged;
use robot::camera::{
    Board, Calibration, Colour, Layer, Picture, PictureEye, ProgramEye, SharedEye, Shown, annotate, survey,
    words,
};
use robot::eye::Eye;
use robot::sim::Sim;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A game and how the camera sees it.
#[derive(Words)]
pub(crate) struct Seeing {
    /// The game; colours and camera points of an s3 description are used
    #[arg(long, value_name = "GAME")]
    pub(crate) game: String,
    /// Settings of the camera, as `robot calibrate` writes them
    #[arg(long, value_name = "FILE")]
    pub(crate) calibration: Option<PathBuf>,
    /// Where the corners of the board are seen: x,y of top left, top right, bottom right, bottom left [default: found]
    #[arg(long, value_name = "X,Y,…")]
    pub(crate) corners: Option<String>,
    /// Radial distortion of the lens, two factors; a barrel has a negative first one
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) lens: Option<String>,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: Lang,
}

#[derive(Words)]
pub(crate) struct Look {
    /// A PNG or JPEG picture of the table, or another camera: folder:PATH, newest:PATH, v4l:DEVICE, command:PROGRAM
    pub(crate) picture: String,
    #[command(flatten)]
    pub(crate) seeing: Seeing,
    /// A second picture, taken after a move: which one was it? Exit code 1 if that is not clear
    #[arg(long, value_name = "PICTURE")]
    pub(crate) after: Option<String>,
    /// Moves made before the first picture, separated by spaces or semicolons
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) moves: String,
    /// Write the picture with what was recognised drawn on it
    #[arg(long, value_name = "OUT.png")]
    pub(crate) annotate: Option<PathBuf>,
    /// Write the picture with the colour segments drawn on it
    #[arg(long, value_name = "OUT.png")]
    pub(crate) segments: Option<PathBuf>,
}

#[derive(Words)]
pub(crate) struct Calibrate {
    /// A picture of the start position
    pub(crate) picture: String,
    #[command(flatten)]
    pub(crate) seeing: Seeing,
    /// Write the settings to this file instead of printing them
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Words)]
pub(crate) struct Render {
    /// The game
    pub(crate) game: String,
    /// The picture to write
    #[arg(long, value_name = "OUT.png")]
    pub(crate) out: PathBuf,
    /// How bad light and camera are, from 0 (a drawing to print) to 1
    #[arg(long, default_value_t = 0.0)]
    pub(crate) hard: f64,
    /// Random moves made before the picture is taken
    #[arg(long, default_value_t = 0)]
    pub(crate) plies: usize,
    /// Leave the board empty
    #[arg(long)]
    pub(crate) empty: bool,
    /// The size of the picture
    #[arg(long, value_name = "W,H", default_value = "1280,720")]
    pub(crate) size: String,
}

#[derive(Words)]
pub(crate) struct CameraProgram {
    /// Where pictures come from
    #[arg(long, value_name = "CAMERA")]
    pub(crate) camera: String,
}

/// Descriptions behind names of the catalog.
const SHIPPED: &[(&str, &str)] = &[
    ("alquerque", include_str!("../../../../../data/s3/alquerque/alquerque.s3")),
    ("frogs", include_str!("../../../../../data/s3/frogs/frogs.s3")),
];

/// The s3 description of a game, if it is one.
fn described(id: &str) -> anyhow::Result<Option<s3::S3Game>> {
    let name = catalog::split(id).0;
    let path = crate::commands::file_of(id);
    let text = if let Some((_, text)) = SHIPPED.iter().find(|(n, _)| *n == name) {
        (*text).to_string()
    } else if path.is_file() && catalog::listing(name).is_none() {
        crate::commands::read(path)?
    } else {
        return Ok(None);
    };
    if catalog::language(&text, id) != catalog::Language::S3 {
        return Ok(None);
    }
    Ok(s3::load(&text, id).0)
}

/// The board of a game for the camera, with settings that come from its description.
pub(super) fn board_of(
    id: &str,
    table: &dyn Table,
    imaginary: &[String],
    settings: &mut Calibration,
) -> anyhow::Result<Board> {
    let described = described(id)?;
    let scenes = survey::scenes(table, 7);
    if settings.colours.is_empty() {
        settings.colours = match &described {
            Some(game) if !game.colours().is_empty() => game.colours().iter().map(colour).collect(),
            _ => survey::palette(&survey::kinds(&scenes, imaginary)),
        };
    }
    if let (Some(game), true) = (&described, settings.points.is_empty() && settings.corners.is_none()) {
        let points = game.locations().iter().filter_map(|l| Some((l.name.clone(), l.camera?)));
        settings.points = points.map(|(name, (x, y))| (name, (f64::from(x), f64::from(y)))).collect();
    }
    let heap = |scene: &Scene, place: &Place| {
        let zone = scene.zones.iter().find(|z| z.id == place.zone);
        let name = zone.and_then(|z| z.names.get(usize::from(place.slot)));
        let location = described.as_ref().and_then(|g| g.locations().iter().find(|l| Some(&l.name) == name));
        location.is_some_and(|l| !l.relevant)
    };
    survey::board(&scenes, settings.colours.clone(), &heap).map_err(|e| anyhow!(e))
}

fn colour(c: &s3::syntax::Colour) -> Colour {
    Colour {
        name: c.name.clone(),
        state: c.state,
        hue: c.hue,
        saturation: c.saturation,
        value: c.value,
        size: (u32::try_from(c.size.0).unwrap_or(0), u32::try_from(c.size.1).unwrap_or(0)),
    }
}

/// The settings of a file.
pub(super) fn settings(file: Option<&Path>) -> anyhow::Result<Calibration> {
    let Some(path) = file else { return Ok(Calibration::default()) };
    Calibration::parse(&crate::commands::read(path)?).map_err(|e| anyhow!("{}, {e}", path.display()))
}

fn imaginary(id: &str) -> anyhow::Result<Vec<String>> {
    Ok(super::setup(id, None)?.imaginary)
}

impl Seeing {
    fn open(&self, seed: u64) -> anyhow::Result<(Box<dyn Table>, Board, Calibration)> {
        let table = crate::commands::open(&self.game)?.table(seed);
        if table.hidden() {
            bail!("{} hides something from its players: a camera would show it to everybody", table.id());
        }
        let mut settings = settings(self.calibration.as_deref())?;
        let mut extra = String::from("[CAMERA]\n");
        for (key, value) in [("corners", &self.corners), ("lens", &self.lens)] {
            if let Some(value) = value {
                extra += &format!("{key}={value}\n");
            }
        }
        let given = Calibration::parse(&extra)
            .map_err(|e| anyhow!("{}", e.0.split_once(": ").map_or(e.0.as_str(), |p| p.1)))?;
        if given.corners.is_some() {
            (settings.corners, settings.size) = (given.corners, None);
        }
        if self.lens.is_some() {
            settings.lens = given.lens;
        }
        let board = board_of(&self.game, &*table, &imaginary(&self.game)?, &mut settings)?;
        Ok((table, board, settings))
    }
}

fn take(text: &str) -> anyhow::Result<Picture> {
    source::open(text).and_then(|mut s| s.take()).map_err(|e| anyhow!(e))
}

fn save(picture: &Picture, path: Option<&Path>) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| picture.save(path).map_err(|e| anyhow!(e)))
}

/// What is seen on each spot, for people and as JSON.
fn seen(
    board: &Board,
    view: &View,
    scene: &Scene,
    lang: Lang,
    out: &mut Output,
) -> anyhow::Result<Vec<Value>> {
    let mut list = Vec::new();
    for (i, (spot, reading)) in board.spots.iter().zip(&view.readings).enumerate() {
        let share = reading.shares.iter().copied().fold(0.0, f32::max);
        let (kind, why) = match reading.seen {
            Seen::Piece(c) => (Some(board.colours[c].name.clone()), None),
            Seen::Empty => (None, None),
            Seen::Unsure(why) => (None, Some((why, words::doubt(Doubt::Spot(i, why), board, scene)))),
        };
        let shown = match (&kind, &why) {
            (Some(_), _) => match reading.seen {
                Seen::Piece(c) => board.label(c, scene),
                _ => String::new(),
            },
            (None, None) => String::from("–"),
            (None, Some((_, reason))) => format!("? {}", reason.to(lang)),
        };
        out.line(format!("{:<10} {:>3.0} %  {shown}", spot.name, 100.0 * share))?;
        let at = view.aims[i].map(|a| json!([a.at.0.round(), a.at.1.round()]));
        let cause = why.as_ref().map(|(why, reason)| {
            let word = match why {
                Why::Outside => "outside",
                Why::Covered => "covered",
                Why::Partly(_) => "partly",
                Why::Two(..) => "two",
            };
            json!({"cause": word, "text": reason.to(lang)})
        });
        list.push(json!({
            "place": spot.name, "kind": kind, "unsure": cause, "heap": spot.heap, "at": at,
            "shares": reading.shares.iter().map(|s| (f64::from(*s) * 1000.0).round() / 1000.0).collect::<Vec<_>>(),
        }));
    }
    Ok(list)
}

pub(super) fn look(args: &Look, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let (mut table, board, mut settings) = args.seeing.open(seed)?;
    for text in args.moves.split([' ', ';']).filter(|m| !m.is_empty()) {
        table.play(text).map_err(|refusal| anyhow!("the move '{text}': {refusal}"))?;
    }
    let lang = args.seeing.lang;
    let scene = table.scene(None, lang);
    let picture = take(&args.picture)?;
    if settings.points.is_empty() {
        let balance = settings.balance(&picture);
        let found = settings.corners_in(&picture, balance).map_err(|e| anyhow!("{}: {e}", args.picture))?;
        (settings.corners, settings.size) = (Some(found), Some((picture.width(), picture.height())));
    }
    let first = view(&picture, &board, &settings, None).map_err(|e| anyhow!("{}: {e}", args.picture))?;
    let Some(after) = &args.after else {
        let list = seen(&board, &first, &scene, lang, out)?;
        save(&annotate::annotate(&picture, &board, &first), args.annotate.as_deref())?;
        save(&annotate::segments(&picture, &board, &first), args.segments.as_deref())?;
        let doubts = unsure(&first, &board);
        let loose: Vec<&Doubt> = doubts.iter().filter(|d| !matches!(d, Doubt::Spot(..))).collect();
        for doubt in &loose {
            out.line(format!("? {}", words::doubt(**doubt, &board, &scene).to(lang)))?;
        }
        let before = board.layer(&scene);
        let verdict = explain(&first, &board, &before, &[], None);
        out.line(words::verdict(&verdict, &board, &scene, &|i| i.to_string()).to(lang))?;
        out.document(&json!({
            "game": table.id(), "places": list, "clear": doubts.is_empty(), "as_expected": verdict == Verdict::Same,
            "corners": settings.corners, "size": [picture.width(), picture.height()],
            "loose": loose.iter().map(|d| words::doubt(**d, &board, &scene).to(lang).to_string()).collect::<Vec<_>>(),
        }))?;
        return Ok(if doubts.is_empty() { Answer::Yes } else { Answer::No });
    };
    let reference = Reference::new(&first);
    let picture = take(after)?;
    let second = view(&picture, &board, &settings, Some(&reference)).map_err(|e| anyhow!("{after}: {e}"))?;
    save(&annotate::annotate(&picture, &board, &second), args.annotate.as_deref())?;
    save(&annotate::segments(&picture, &board, &second), args.segments.as_deref())?;
    let offers = table.offers(lang);
    let layers: Vec<Layer> = offers
        .iter()
        .filter_map(|o| {
            let mut next = table.fork();
            next.play(&o.text).ok().map(|()| board.layer(&next.scene(None, lang)))
        })
        .collect();
    let verdict = explain(&second, &board, &board.layer(&scene), &layers, Some(&reference));
    let said: Reason = words::verdict(&verdict, &board, &scene, &|i| offers[i].text.clone());
    out.line(said.to(lang))?;
    let made = match &verdict {
        Verdict::Move { choice, .. } => Some(offers[*choice].text.clone()),
        _ => None,
    };
    out.document(
        &json!({"game": table.id(), "move": made, "text": said.to(lang), "verdict": format!("{verdict:?}")
        .split([' ', '{']).next().unwrap_or_default().to_lowercase()}),
    )?;
    Ok(if made.is_some() { Answer::Yes } else { Answer::No })
}

pub(super) fn calibrate(args: &Calibrate, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let (table, board, settings) = args.seeing.open(seed)?;
    let picture = take(&args.picture)?;
    let layer = board.layer(&table.scene(None, Lang::En));
    let proposal =
        propose(&picture, &board, &layer, &settings).map_err(|e| anyhow!("{}: {e}", args.picture))?;
    let text = proposal.settings.print();
    match &args.out {
        Some(path) => {
            std::fs::write(path, &text).with_context(|| format!("cannot write {}", path.display()))?
        }
        None => out.line(text.trim_end())?,
    }
    let mut list = Vec::new();
    for (colour, (pieces, share)) in proposal.settings.colours.iter().zip(&proposal.quality) {
        let line = format!(
            "{}: learned from {pieces} pieces, recognises {:.0} % of their pixels",
            colour.name,
            100.0 * share
        );
        out.line(format!("// {line}"))?;
        list.push(json!({"kind": colour.name, "state": colour.state, "pieces": pieces, "share": share,
            "hue": [colour.hue.0, colour.hue.1], "saturation": [colour.saturation.0, colour.saturation.1],
            "value": [colour.value.0, colour.value.1], "size": [colour.size.0, colour.size.1]}));
    }
    let warnings: Vec<String> = proposal.warnings.iter().map(ToString::to_string).collect();
    for warning in &warnings {
        out.line(format!("// warning: {warning}"))?;
    }
    out.document(&json!({"game": table.id(), "colours": list, "warnings": warnings, "settings": text,
        "corners": proposal.settings.corners}))?;
    Ok(if warnings.is_empty() { Answer::Yes } else { Answer::No })
}

pub(super) fn render(args: &Render, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let size =
        args.size.split_once(',').and_then(|(w, h)| Some((w.trim().parse().ok()?, h.trim().parse().ok()?)));
    let size: (usize, usize) = size
        .filter(|(w, h)| (64..=4096).contains(w) && (64..=4096).contains(h))
        .ok_or_else(|| anyhow!("--size is WIDTH,HEIGHT, each from 64 to 4096"))?;
    if !(0.0..=1.0).contains(&args.hard) {
        bail!("--hard is a number from 0 to 1");
    }
    let mut table = crate::commands::open(&args.game)?.table(seed);
    let board = board_of(&args.game, &*table, &imaginary(&args.game)?, &mut Calibration::default())?;
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    while moves.len() < args.plies && matches!(table.turn(), Turn::Player(_)) {
        let offers = table.offers(Lang::En);
        if offers.is_empty() {
            break;
        }
        let text = offers[rng.below(offers.len())].text.clone();
        table.play(&text)?;
        moves.push(text);
    }
    let h = args.hard;
    let conditions = Conditions { noise: h, shadow: h, tilt: h, cast: h, occlusion: 0.0, sloppy: h };
    let mut studio = Studio::new(&board, size, conditions, seed);
    let mut layer = board.layer(&table.scene(None, Lang::En));
    if args.empty {
        layer.fill(None);
    }
    studio.shoot(&layer, &[]).save(&args.out).map_err(|e| anyhow!(e))?;
    out.line(format!("{} {}", args.out.display(), moves.join(" ")).trim_end())?;
    out.document(&json!({"picture": args.out, "moves": moves, "corners": studio.corners,
        "lens": [studio.lens.a, studio.lens.b]}))?;
    Ok(Answer::Yes)
}

pub(super) fn program(args: &CameraProgram) -> anyhow::Result<Answer> {
    let mut camera = source::open(&args.camera).map_err(|e| anyhow!(e))?;
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    serve(input, output, || camera.take()).map_err(|e| anyhow!(e))?;
    Ok(Answer::Yes)
}

/// What an eye of a match is made from.
pub(super) struct Wanted<'a> {
    /// What `--camera` says.
    pub(super) name: &'a str,
    pub(super) calibration: Option<&'a Path>,
    /// The game.
    pub(super) id: &'a str,
    pub(super) table: &'a dyn Table,
    pub(super) imaginary: &'a [String],
    pub(super) sim: Option<&'a Sim>,
    pub(super) seed: u64,
    /// The page that is served beside the match.
    pub(super) page: Option<&'a Arc<Page>>,
}

/// The eye of a match: pictures of a camera, rendered pictures of the simulated table (`rendered`), pictures that the page
/// takes (`browser`), or an old camera program (`program:COMMAND`).
///
/// Eyes that look at pictures also watch the moving arm: the second part, to be made its guard.
pub(super) fn eye(wanted: &Wanted<'_>) -> anyhow::Result<(Box<dyn Eye>, Option<Watching>)> {
    let Wanted { name, calibration, id, table, imaginary, sim, seed, page } = *wanted;
    let mut settings = settings(calibration)?;
    let board = board_of(id, table, imaginary, &mut settings)?;
    if let Some(command) = name.strip_prefix("program:") {
        return Ok((old_program(command, id, table, &settings)?, None));
    }
    let shown = page.map(|page| {
        let page = Arc::clone(page);
        let show: Shown =
            Box::new(move |picture, board, seen, scene| page.looked(picture, board, seen, scene));
        show
    });
    if name == "rendered" {
        let sim = sim.ok_or_else(|| {
            anyhow!("--camera rendered photographs the simulated table only: add --arm sim")
        })?;
        let light = Conditions { noise: 0.5, shadow: 0.4, tilt: 0.6, cast: 0.5, occlusion: 0.0, sloppy: 0.0 };
        let studio = Studio::new(&board, (1280, 720), light, seed);
        (settings.lens, settings.corners) = (studio.lens, None);
        settings.points.clear();
        let staged = Staged::new(sim.clone(), board.clone(), studio);
        let eye = SharedEye::new(PictureEye::new(Box::new(staged), board.clone(), settings).shown(shown));
        return Ok((Box::new(eye.clone()), Some(Watching { eye, board, slow: false })));
    }
    let source: Box<dyn Source> = match (name, page) {
        ("browser", Some(page)) => Box::new(Posted::new(page.takes_pictures())),
        ("browser", None) => bail!("--camera browser needs --serve ADDRESS: its page takes the pictures"),
        _ => source::open(name).map_err(|e| anyhow!(e))?,
    };
    let live = name == "browser" || name.starts_with("v4l:") || name.starts_with("command:");
    let eye = PictureEye::new(source, board.clone(), settings).steady(if live { 2 } else { 1 }).shown(shown);
    let eye = SharedEye::new(eye);
    // Pictures of a folder are those that somebody chose: looking at more of them would skip some.
    let watching = live.then(|| Watching { eye: eye.clone(), board, slow: true });
    Ok((Box::new(eye), watching))
}

/// An eye over a camera program of s3games.
fn old_program(
    command: &str,
    id: &str,
    table: &dyn Table,
    settings: &Calibration,
) -> anyhow::Result<Box<dyn Eye>> {
    let game = described(id)?
        .ok_or_else(|| anyhow!("an old camera program needs an s3 description with camera points"))?;
    let scene = table.scene(None, Lang::En);
    let names = scene.zones.first().map(|z| z.names.clone()).unwrap_or_default();
    let locations: Vec<Location> = game
        .locations()
        .iter()
        .filter_map(|l| {
            let slot = names.iter().position(|n| *n == l.name)?;
            Some(Location {
                place: Place::new(&scene.zones[0].id, slot),
                camera: l.camera,
                relevant: l.relevant,
            })
        })
        .collect();
    let words: Vec<String> = command.split_whitespace().map(String::from).collect();
    let mut client = Client::start(&words, Duration::from_secs(20)).map_err(|e| anyhow!(e))?;
    let points: Vec<(i32, i32)> = locations.iter().filter_map(|l| l.camera).collect();
    client.teach(&settings.colours, &points).map_err(|e| anyhow!(e))?;
    Ok(Box::new(ProgramEye::new(client, locations)))
}
