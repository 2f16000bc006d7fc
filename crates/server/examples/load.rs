//! A bounded load: people at many tables play Connect Four against each other over real sockets on loopback.
//!
//! `cargo run --release -p server --example load -- [tables] [moves] [idle tables]` starts a server in a process of its
//! own, opens `tables` (200) tables with two playing pages each and makes `moves` (20) moves at every one of them, all
//! tables at once, at the pace of people (a move in about a second at each table). It prints how long a move took to
//! appear at the other player: p50, p99, most, and the processor time the server used. Then it opens `idle tables`
//! (2,000) more tables with a page each, of all games of the program in turn, and prints the memory of the server.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Limits, Rate, Server, Shelf};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Fault = Box<dyn Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The pace of a table: a move in about this long.
const PACE: Duration = Duration::from_millis(1000);

fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if arguments.first().is_some_and(|a| a == "serve") {
        return runtime.block_on(serve(arguments.get(1).ok_or("no database")?));
    }
    let number = |i: usize, otherwise: usize| {
        arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(otherwise).min(5_000)
    };
    let (tables, moves, idle) = (number(0, 200), number(1, 20), number(2, 2_000));
    let database = std::env::temp_dir().join(format!("partie-load-{}.db", std::process::id()));
    let mut child =
        Command::new(std::env::current_exe()?).arg("serve").arg(&database).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let address: SocketAddr = line.trim().parse()?;
    let result = runtime.block_on(load(address, child.id(), tables, moves, idle));
    child.kill()?;
    child.wait()?;
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", database.display()));
    }
    result
}

async fn serve(database: &str) -> Result<(), Fault> {
    let rate = Rate { burst: 1e9, refill: 1e9 };
    let limits = Limits { requests: rate, guests: rate, messages: rate, ..Limits::default() };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { listen, database: database.into(), limits, ..Config::default() };
    let server = Server::bind(config, Arc::new(Shelf::new(Vec::new(), Vec::new()))).await?;
    writeln!(std::io::stdout(), "{}", server.address)?;
    Ok(server.run(std::future::pending()).await?)
}

/// The server's resident memory in mebibytes, as the kernel counts it.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|l| l.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib / 1024)
}

/// The processor time the server has used, in seconds: unlike latencies it hardly depends on what else the machine does.
fn processor(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is a name in brackets that may hold anything; times are the 14th and 15th, in hundredths.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok());
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

async fn load(
    address: SocketAddr,
    process: u32,
    tables: usize,
    moves: usize,
    idle: usize,
) -> Result<(), Fault> {
    let mut out = std::io::stdout();
    writeln!(out, "server alone: {} MiB", memory(process).unwrap_or(0))?;
    let begun = Instant::now();
    let mut playing = Vec::new();
    for _ in 0..tables {
        playing.push(sit(address).await?);
    }
    writeln!(out, "{tables} tables with two pages each opened in {:.1} s", begun.elapsed().as_secs_f64())?;
    let (begun, used) = (Instant::now(), processor(process));
    let spread = |i: usize| PACE * i as u32 / tables.max(1) as u32;
    let jobs: Vec<_> =
        playing.into_iter().enumerate().map(|(i, pair)| tokio::spawn(play(pair, moves, spread(i)))).collect();
    let mut times = Vec::new();
    let mut pages = Vec::new();
    for job in jobs {
        let (part, pair) = job.await??;
        times.extend(part);
        pages.push(pair);
    }
    let seconds = begun.elapsed().as_secs_f64();
    times.sort();
    let at = |q: f64| times[((times.len() - 1) as f64 * q) as usize].as_secs_f64() * 1e3;
    writeln!(
        out,
        "{} moves in {seconds:.1} s; a move appears at the other player after p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    )?;
    if let (Some(before), Some(after)) = (used, processor(process)) {
        let each = (after - before) * 1e3 / times.len().max(1) as f64;
        writeln!(
            out,
            "{each:.2} ms of processor time a move, {:.1} % of one processor",
            (after - before) * 100.0 / seconds
        )?;
    }
    writeln!(out, "server with {tables} playing tables: {} MiB", memory(process).unwrap_or(0))?;
    let games = games(address).await?;
    for (game, players) in games.iter().cycle().take(idle) {
        let cookie = guest(address).await?;
        let mut seats = vec![json!({ "kind": "person" })];
        seats.resize(*players, json!({ "kind": "open" }));
        let id = table(address, &cookie, game, json!(seats)).await?;
        let mut socket = join(address, &cookie, &id, "").await?;
        state(&mut socket).await?;
        pages.push((socket, None));
    }
    let open = tables + idle;
    let kinds = games.len();
    writeln!(out, "server with {open} open tables of {kinds} games: {} MiB", memory(process).unwrap_or(0))?;
    Ok(())
}

async fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<String, Fault> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

async fn guest(address: SocketAddr) -> Result<String, Fault> {
    let answer = http(address, "GET", "/api/me", "", "").await?;
    let line = answer.lines().find(|l| l.starts_with("set-cookie:")).ok_or("no cookie")?;
    Ok(line["set-cookie:".len()..].split(';').next().unwrap_or("").trim().to_string())
}

/// The games on offer, with the fewest players each.
async fn games(address: SocketAddr) -> Result<Vec<(String, usize)>, Fault> {
    let answer = http(address, "GET", "/api/games", "", "").await?;
    let list: Vec<Value> = serde_json::from_str(answer.split_once("\r\n\r\n").map_or("", |(_, body)| body))?;
    let game = |g: &Value| Some((g["id"].as_str()?.to_string(), usize::try_from(g["least"].as_u64()?).ok()?));
    Ok(list.iter().filter_map(game).collect())
}

async fn table(address: SocketAddr, cookie: &str, game: &str, seats: Value) -> Result<String, Fault> {
    let wish = json!({ "game": game, "seats": seats, "settings": { "delay": 0 } }).to_string();
    let answer = http(address, "POST", "/api/tables", cookie, &wish).await?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let made: Value = serde_json::from_str(body)?;
    Ok(made["id"].as_str().ok_or_else(|| answer.clone())?.to_string())
}

async fn join(address: SocketAddr, cookie: &str, id: &str, query: &str) -> Result<Socket, Fault> {
    let mut request = format!("ws://{address}/api/tables/{id}/socket{query}").into_client_request()?;
    request.headers_mut().insert("cookie", cookie.parse()?);
    Ok(tokio_tungstenite::connect_async(request).await?.0)
}

async fn frame(socket: &mut Socket) -> Result<Value, Fault> {
    loop {
        if let Message::Text(text) = socket.next().await.ok_or("closed")?? {
            return Ok(serde_json::from_str(&text)?);
        }
    }
}

async fn state(socket: &mut Socket) -> Result<Value, Fault> {
    loop {
        let frame = frame(socket).await?;
        if frame["type"] == "state" {
            return Ok(frame);
        }
    }
}

async fn sit(address: SocketAddr) -> Result<(Socket, Socket), Fault> {
    let (a, b) = (guest(address).await?, guest(address).await?);
    let id = table(address, &a, "connect4", json!([{ "kind": "person" }, { "kind": "open" }])).await?;
    let mut first = join(address, &a, &id, "").await?;
    let invite = state(&mut first).await?["table"]["invite"].as_str().unwrap_or("").to_string();
    let mut second = join(address, &b, &id, &format!("?invite={invite}")).await?;
    let ask = json!({ "id": 1, "ask": { "do": "sit", "seat": 1, "name": "B" } }).to_string();
    second.send(Message::Text(ask.into())).await?;
    for socket in [&mut first, &mut second] {
        while state(socket).await?["play"]["waiting"] == true {}
    }
    Ok((first, second))
}

/// Plays at the pace of people; measures from sending a move to its arrival at the other player.
async fn play(
    pair: (Socket, Socket),
    moves: usize,
    late: Duration,
) -> Result<(Vec<Duration>, (Socket, Option<Socket>)), Fault> {
    let (mut mover, mut other) = pair;
    let mut times = Vec::new();
    tokio::time::sleep(late).await;
    for made in 0..moves {
        let column = b"dcebfag"[made % 7 * 3 % 7] as char;
        let text = json!({ "id": made, "ask": { "do": "play", "made": made, "text": column.to_string() } });
        let sent = Instant::now();
        mover.send(Message::Text(text.to_string().into())).await?;
        let seen = state(&mut other).await?;
        times.push(sent.elapsed());
        if seen["play"]["over"] == true {
            break;
        }
        state(&mut mover).await?;
        std::mem::swap(&mut mover, &mut other);
        tokio::time::sleep(PACE.saturating_sub(sent.elapsed())).await;
    }
    Ok((times, (mover, Some(other))))
}
