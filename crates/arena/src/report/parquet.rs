//! Parquet files (Apache Parquet Format 2.x): the small part of the format that flat tables need, written by hand. Columns of
//! integers, real numbers and texts, each in PLAIN encoding and not compressed, optional ones with definition levels; the
//! metadata in Thrift's compact protocol. The usual crate for it brings many others along and takes longer to build than all
//! of this crate.

use super::Results;
use std::io::{self, Write};

/// Rows that are kept in memory before they are written.
const GROUP: usize = 100_000;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Int,
    Real,
    Text,
}

impl Kind {
    /// The number of the physical type.
    fn number(self) -> i64 {
        match self {
            Kind::Int => 2,
            Kind::Real => 5,
            Kind::Text => 6,
        }
    }
}

/// A column: its name, what it holds, and whether it may be empty.
type Column = (&'static str, Kind, bool);

/// A value.
#[derive(Clone, Copy, Debug)]
enum Cell<'a> {
    Int(i64),
    Real(f64),
    Text(&'a str),
    Empty,
}

/// Thrift's compact protocol.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    /// The last field of every open struct.
    last: Vec<i16>,
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Thrift {
    fn varint(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.bytes.push(n as u8);
    }

    fn zigzag(&mut self, n: i64) {
        self.varint(((n << 1) ^ (n >> 63)) as u64);
    }

    fn field(&mut self, id: i16, kind: u8) {
        let last = self.last.last_mut();
        let delta = last.map_or(id, |last| id - std::mem::replace(last, id));
        // Fields come in order and close to each other here: the short form always fits.
        self.bytes.push((delta as u8) << 4 | kind);
    }

    fn int(&mut self, id: i16, kind: u8, n: i64) {
        self.field(id, kind);
        self.zigzag(n);
    }

    fn text(&mut self, text: &str) {
        self.varint(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn list(&mut self, id: i16, kind: u8, size: usize) {
        self.field(id, LIST);
        if size < 15 {
            self.bytes.push((size as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            self.varint(size as u64);
        }
    }

    fn open(&mut self) {
        self.last.push(0);
    }

    fn close(&mut self) {
        self.last.pop();
        self.bytes.push(0);
    }
}

/// The values of a column in the row group at hand.
#[derive(Default)]
struct Chunk {
    values: Vec<u8>,
    /// Runs of rows that have a value and of rows that have none, in turn, beginning with such that have one.
    runs: Vec<u64>,
}

impl Chunk {
    fn add(&mut self, cell: Cell<'_>) {
        let full = !matches!(cell, Cell::Empty);
        match cell {
            Cell::Int(n) => self.values.extend_from_slice(&n.to_le_bytes()),
            Cell::Real(x) => self.values.extend_from_slice(&x.to_le_bytes()),
            Cell::Text(text) => {
                self.values.extend_from_slice(&u32::try_from(text.len()).unwrap_or(0).to_le_bytes());
                self.values.extend_from_slice(text.as_bytes());
            }
            Cell::Empty => {}
        }
        if self.runs.is_empty() {
            self.runs.push(0);
        }
        // An odd number of runs ends with rows that have a value.
        if (self.runs.len() % 2 == 1) != full {
            self.runs.push(0);
        }
        if let Some(run) = self.runs.last_mut() {
            *run += 1;
        }
    }

    /// The data of its page.
    fn page(&self, optional: bool) -> Vec<u8> {
        let mut page = Vec::new();
        if optional {
            let mut levels = Thrift::default();
            for (i, &run) in self.runs.iter().enumerate().filter(|&(_, &run)| run > 0) {
                levels.varint(run << 1);
                levels.bytes.push(u8::from(i % 2 == 0));
            }
            page.extend_from_slice(&u32::try_from(levels.bytes.len()).unwrap_or(0).to_le_bytes());
            page.extend_from_slice(&levels.bytes);
        }
        page.extend_from_slice(&self.values);
        page
    }
}

/// A column chunk that was written: where its page begins, and its size with the header.
type Written = (u64, u64);

struct Writer<'a> {
    out: &'a mut dyn Write,
    at: u64,
    columns: &'static [Column],
    chunks: Vec<Chunk>,
    rows: usize,
    /// The row groups that were written, with their rows.
    groups: Vec<(usize, Vec<Written>)>,
}

impl<'a> Writer<'a> {
    fn new(out: &'a mut dyn Write, columns: &'static [Column]) -> io::Result<Writer<'a>> {
        out.write_all(b"PAR1")?;
        let chunks = columns.iter().map(|_| Chunk::default()).collect();
        Ok(Writer { out, at: 4, columns, chunks, rows: 0, groups: Vec::new() })
    }

    fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        self.chunks.iter_mut().zip(cells).for_each(|(chunk, &cell)| chunk.add(cell));
        self.rows += 1;
        if self.rows == GROUP { self.flush() } else { Ok(()) }
    }

    /// Writes the row group at hand.
    fn flush(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut written = Vec::new();
        for (chunk, column) in self.chunks.iter_mut().zip(self.columns) {
            let page = std::mem::take(chunk).page(column.2);
            let mut head = Thrift::default();
            head.open();
            head.int(1, I32, 0);
            head.int(2, I32, page.len() as i64);
            head.int(3, I32, page.len() as i64);
            head.field(5, STRUCT);
            head.open();
            head.int(1, I32, self.rows as i64);
            head.int(2, I32, 0);
            head.int(3, I32, 3);
            head.int(4, I32, 3);
            head.close();
            head.close();
            self.out.write_all(&head.bytes)?;
            self.out.write_all(&page)?;
            let size = (head.bytes.len() + page.len()) as u64;
            written.push((self.at, size));
            self.at += size;
        }
        self.groups.push((std::mem::take(&mut self.rows), written));
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        let mut t = Thrift::default();
        t.open();
        t.int(1, I32, 1);
        t.list(2, STRUCT, self.columns.len() + 1);
        t.open();
        t.field(4, BINARY);
        t.text("schema");
        t.int(5, I32, self.columns.len() as i64);
        t.close();
        for &(name, kind, optional) in self.columns {
            t.open();
            t.int(1, I32, kind.number());
            t.int(3, I32, i64::from(optional));
            t.field(4, BINARY);
            t.text(name);
            if kind == Kind::Text {
                // UTF8, for older readers, and the logical type STRING.
                t.int(6, I32, 0);
                t.field(10, STRUCT);
                t.open();
                t.field(1, STRUCT);
                t.open();
                t.close();
                t.close();
            }
            t.close();
        }
        t.int(3, I64, self.groups.iter().map(|(rows, _)| *rows as i64).sum());
        t.list(4, STRUCT, self.groups.len());
        for (rows, written) in &self.groups {
            t.open();
            t.list(1, STRUCT, written.len());
            for (&(at, size), &(name, kind, _)) in written.iter().zip(self.columns) {
                t.open();
                t.int(2, I64, at as i64);
                t.field(3, STRUCT);
                t.open();
                t.int(1, I32, kind.number());
                t.list(2, I32, 2);
                t.zigzag(0);
                t.zigzag(3);
                t.list(3, BINARY, 1);
                t.text(name);
                t.int(4, I32, 0);
                t.int(5, I64, *rows as i64);
                t.int(6, I64, size as i64);
                t.int(7, I64, size as i64);
                t.int(9, I64, at as i64);
                t.close();
                t.close();
            }
            t.int(2, I64, written.iter().map(|&(_, size)| size as i64).sum());
            t.int(3, I64, *rows as i64);
            t.close();
        }
        t.field(6, BINARY);
        t.text(concat!("partie version ", env!("CARGO_PKG_VERSION")));
        t.close();
        self.out.write_all(&t.bytes)?;
        self.out.write_all(&u32::try_from(t.bytes.len()).unwrap_or(0).to_le_bytes())?;
        self.out.write_all(b"PAR1")
    }
}

const GAMES: &[Column] = &[
    ("job", Kind::Int, false),
    ("stage", Kind::Int, false),
    ("meeting", Kind::Int, false),
    ("deal", Kind::Int, false),
    ("seat", Kind::Int, false),
    ("player", Kind::Text, false),
    ("agent", Kind::Text, false),
    ("score", Kind::Int, false),
    ("points", Kind::Real, false),
    ("moves", Kind::Int, false),
    ("faults", Kind::Int, false),
];

const MOVES: &[Column] = &[
    ("job", Kind::Int, false),
    ("number", Kind::Int, false),
    ("seat", Kind::Int, false),
    ("player", Kind::Text, true),
    ("move", Kind::Text, false),
    ("legal", Kind::Int, true),
    ("value", Kind::Real, true),
    ("nodes", Kind::Int, true),
    ("micros", Kind::Int, true),
];

fn int(n: impl TryInto<i64>) -> Cell<'static> {
    Cell::Int(n.try_into().unwrap_or(i64::MAX))
}

/// One row a play and player.
///
/// # Errors
/// It cannot be written.
pub fn games_parquet(results: &Results<'_>, out: &mut dyn Write) -> io::Result<()> {
    let what: Vec<String> = results.plan.players.iter().map(crate::Entrant::what).collect();
    let mut writer = Writer::new(out, GAMES)?;
    for play in results.played {
        let points = crate::standings::points(play);
        for (seat, &player) in play.seats.iter().enumerate() {
            writer.row(&[
                int(play.job + 1),
                int(play.stage + 1),
                int(play.meeting + 1),
                int(play.deal + 1),
                int(seat + 1),
                Cell::Text(results.name(player)),
                Cell::Text(&what[player]),
                int(play.scores[seat]),
                Cell::Real(points[seat]),
                int(play.moves.len()),
                int(play.faults.iter().filter(|(who, _)| *who == player).count()),
            ])?;
        }
    }
    writer.finish()
}

/// One row a move; chance has no player.
///
/// # Errors
/// It cannot be written.
pub fn moves_parquet(results: &Results<'_>, micros: &[Vec<u64>], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = Writer::new(out, MOVES)?;
    for (i, play) in results.played.iter().enumerate() {
        for (k, made) in play.moves.iter().enumerate() {
            let player = usize::from(made.by).checked_sub(1).and_then(|seat| play.seats.get(seat));
            let took = micros.get(i).and_then(|list| list.get(k));
            writer.row(&[
                int(play.job + 1),
                int(k + 1),
                int(made.by),
                player.map_or(Cell::Empty, |&p| Cell::Text(results.name(p))),
                Cell::Text(&made.text),
                made.legal.map_or(Cell::Empty, int),
                made.value.map_or(Cell::Empty, Cell::Real),
                made.nodes.map_or(Cell::Empty, int),
                took.map_or(Cell::Empty, |&n| int(n)),
            ])?;
        }
    }
    writer.finish()
}

#[cfg(test)]
mod tests {
    //! A reader written from the specification alone: footer, Thrift, pages, levels. It shares nothing with the writer.

    use super::*;
    use std::collections::BTreeMap;

    /// A Thrift value.
    #[derive(Debug, Clone, PartialEq)]
    enum Value {
        Int(i64),
        Bytes(Vec<u8>),
        List(Vec<Value>),
        Struct(BTreeMap<i16, Value>),
    }

    impl Value {
        fn at(&self, id: i16) -> &Value {
            let Value::Struct(fields) = self else { panic!("no struct: {self:?}") };
            fields.get(&id).unwrap_or_else(|| panic!("no field {id}: {self:?}"))
        }

        fn int(&self) -> i64 {
            let Value::Int(n) = self else { panic!("no number: {self:?}") };
            *n
        }

        fn list(&self) -> &[Value] {
            let Value::List(list) = self else { panic!("no list: {self:?}") };
            list
        }

        fn text(&self) -> String {
            let Value::Bytes(bytes) = self else { panic!("no text: {self:?}") };
            String::from_utf8(bytes.clone()).unwrap()
        }
    }

    struct Input<'a>(&'a [u8]);

    impl Input<'_> {
        fn byte(&mut self) -> u8 {
            let (&first, rest) = self.0.split_first().expect("more bytes");
            self.0 = rest;
            first
        }

        fn take(&mut self, n: usize) -> Vec<u8> {
            let (head, rest) = self.0.split_at(n);
            self.0 = rest;
            head.to_vec()
        }

        fn varint(&mut self) -> u64 {
            let (mut n, mut shift) = (0u64, 0);
            loop {
                let byte = self.byte();
                n |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    return n;
                }
            }
        }

        fn value(&mut self, kind: u8) -> Value {
            match kind {
                5 | 6 => {
                    let n = self.varint();
                    Value::Int((n >> 1) as i64 ^ -((n & 1) as i64))
                }
                8 => {
                    let n = self.varint() as usize;
                    Value::Bytes(self.take(n))
                }
                9 => {
                    let head = self.byte();
                    let size = if head >> 4 == 15 { self.varint() as usize } else { usize::from(head >> 4) };
                    Value::List((0..size).map(|_| self.value(head & 15)).collect())
                }
                12 => {
                    let (mut fields, mut id) = (BTreeMap::new(), 0i16);
                    loop {
                        let head = self.byte();
                        if head == 0 {
                            return Value::Struct(fields);
                        }
                        id += i16::from(head >> 4);
                        assert!(head >> 4 > 0, "the long form of a field is not written");
                        fields.insert(id, self.value(head & 15));
                    }
                }
                other => panic!("type {other}"),
            }
        }
    }

    /// The rows of a file as text, column by column; an empty cell is `-`.
    fn read(bytes: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        let end = bytes.len() - 8;
        let size = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
        let footer = Input(&bytes[end - size..end]).value(12);
        let schema = &footer.at(2).list()[1..];
        let names: Vec<String> = schema.iter().map(|c| c.at(4).text()).collect();
        let mut columns = vec![Vec::new(); names.len()];
        for group in footer.at(4).list() {
            let rows = group.at(3).int() as usize;
            for ((chunk, element), column) in group.at(1).list().iter().zip(schema).zip(&mut columns) {
                let meta = chunk.at(3);
                assert_eq!(meta.at(3).list()[0].text(), element.at(4).text());
                let (at, size) = (meta.at(9).int() as usize, meta.at(7).int() as usize);
                let mut page = Input(&bytes[at..at + size]);
                let head = page.value(12);
                assert_eq!(head.at(3).int() as usize, page.0.len(), "the page fills its chunk");
                assert_eq!(head.at(5).at(1).int() as usize, rows);
                let mut full = Vec::new();
                if element.at(3).int() == 1 {
                    let size = u32::from_le_bytes(page.take(4).try_into().unwrap()) as usize;
                    let mut levels = Input(&page.0[..size]);
                    page.take(size);
                    while !levels.0.is_empty() {
                        let run = levels.varint();
                        assert_eq!(run & 1, 0, "a run of equal levels");
                        let level = levels.byte() == 1;
                        full.extend((0..run >> 1).map(|_| level));
                    }
                } else {
                    full = vec![true; rows];
                }
                assert_eq!(full.len(), rows);
                for full in full {
                    column.push(match (full, element.at(1).int()) {
                        (false, _) => "-".to_string(),
                        (_, 2) => i64::from_le_bytes(page.take(8).try_into().unwrap()).to_string(),
                        (_, 5) => f64::from_le_bytes(page.take(8).try_into().unwrap()).to_string(),
                        (_, 6) => {
                            let n = u32::from_le_bytes(page.take(4).try_into().unwrap()) as usize;
                            String::from_utf8(page.take(n)).unwrap()
                        }
                        other => panic!("{other:?}"),
                    });
                }
                assert!(page.0.is_empty());
            }
        }
        assert!(columns.iter().all(|c| c.len() == footer.at(3).int() as usize));
        (names, columns)
    }

    const COLUMNS: &[Column] = &[
        ("n", Kind::Int, false),
        ("x", Kind::Real, true),
        ("t", Kind::Text, true),
        ("u", Kind::Text, false),
    ];

    #[test]
    fn what_is_written_is_read_by_another_reader() {
        for rows in [0usize, 1, 2, 7, 1000, GROUP + 3] {
            let mut bytes = Vec::new();
            let mut writer = Writer::new(&mut bytes, COLUMNS).unwrap();
            let real = |i: usize| (!i.is_multiple_of(3)).then_some(i as f64 / 3.0);
            let text = |i: usize| (i / 5 % 2 == 1).then(|| format!("ž{i}"));
            for i in 0..rows {
                let t = text(i);
                writer
                    .row(&[
                        Cell::Int(-(i as i64)),
                        real(i).map_or(Cell::Empty, Cell::Real),
                        t.as_deref().map_or(Cell::Empty, Cell::Text),
                        Cell::Text(""),
                    ])
                    .unwrap();
            }
            writer.finish().unwrap();
            let (names, columns) = read(&bytes);
            assert_eq!(names, ["n", "x", "t", "u"]);
            assert_eq!(columns[0].len(), rows);
            let wanted = (0..rows).map(|i| {
                let x = real(i).map_or("-".to_string(), |x| x.to_string());
                [(-(i as i64)).to_string(), x, text(i).unwrap_or("-".to_string()), String::new()]
            });
            for (i, row) in wanted.enumerate() {
                let read: Vec<&str> = columns.iter().map(|column| column[i].as_str()).collect();
                assert_eq!(read, row);
            }
        }
    }
}
