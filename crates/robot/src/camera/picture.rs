//! A picture in memory: rows of red, green, blue. Read from PNG and JPEG, written as PNG.

use crate::eye::EyeError;
use std::io::Cursor;
use std::path::Path;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Pictures wider or higher than this are refused: no camera makes them.
const LONGEST_SIDE: u32 = 16_384;
/// Bytes a decoder may take for one picture.
const MOST_BYTES: u64 = 256 << 20;
/// How files of the two kinds begin.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG: &[u8] = b"\xff\xd8\xff";

/// Rows of pixels, each red, green, blue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    width: usize,
    height: usize,
    data: Vec<u8>,
}

impl Picture {
    /// A picture of one colour.
    pub fn new(width: usize, height: usize, colour: [u8; 3]) -> Picture {
        Picture { width, height, data: colour.repeat(width * height) }
    }

    /// The picture of these bytes, three a pixel; `None` if there are too few or too many.
    pub fn from_rgb(width: usize, height: usize, data: Vec<u8>) -> Option<Picture> {
        (width.checked_mul(height)?.checked_mul(3)? == data.len()).then_some(Picture { width, height, data })
    }

    /// The picture in the bytes of a PNG or JPEG file.
    ///
    /// # Errors
    /// Says why the bytes are not a picture, or that it is too large.
    pub fn decode(bytes: &[u8]) -> Result<Picture, EyeError> {
        let (width, height, data) = if bytes.starts_with(PNG) {
            read_png(bytes)
        } else if bytes.starts_with(JPEG) {
            read_jpeg(bytes)
        } else {
            return Err("these bytes are neither a PNG nor a JPEG picture".into());
        }
        .map_err(|e| format!("the picture cannot be decoded: {e}"))?;
        if width == 0 || height == 0 {
            return Err("the picture is empty".into());
        }
        Picture::from_rgb(width, height, data).ok_or_else(|| "the picture has a wrong size".into())
    }

    /// The picture of a file.
    ///
    /// # Errors
    /// Names the file and says why it cannot be read.
    pub fn open(path: &Path) -> Result<Picture, EyeError> {
        let place = path.display();
        let size = std::fs::metadata(path).map_err(|e| format!("{place}: {e}"))?.len();
        if size > MOST_BYTES {
            return Err(format!("{place}: {size} bytes are too many for a picture").into());
        }
        let bytes = std::fs::read(path).map_err(|e| format!("{place}: {e}"))?;
        Picture::decode(&bytes).map_err(|e| EyeError(format!("{place}: {e}")))
    }

    /// The bytes of a PNG file of it.
    ///
    /// # Errors
    /// Says why it cannot be encoded (it is too large).
    pub fn png(&self) -> Result<Vec<u8>, EyeError> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&self.data))
            .map_err(|e| format!("the picture cannot be encoded: {e}"))?;
        Ok(out)
    }

    /// Writes it as a PNG file.
    ///
    /// # Errors
    /// Names the file and says why it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), EyeError> {
        std::fs::write(path, self.png()?).map_err(|e| EyeError(format!("{}: {e}", path.display())))
    }

    /// Pixels across.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels down.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All bytes, row by row.
    pub fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// All bytes, to be changed.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.data
    }

    /// Every pixel as the mean of itself and its neighbours: noise is a third of what it was.
    pub fn blurred(&self) -> Picture {
        let (w, h) = (self.width, self.height);
        let mut data = Vec::with_capacity(self.data.len());
        // Sums of three rows, then of three columns of them.
        let mut rows = vec![0u16; 3 * w];
        for y in 0..h {
            let (from, to) = (y.saturating_sub(1), (y + 2).min(h));
            rows.fill(0);
            for line in self.data[from * 3 * w..to * 3 * w].chunks_exact(3 * w) {
                rows.iter_mut().zip(line).for_each(|(sum, &v)| *sum += u16::from(v));
            }
            for x in 0..w {
                let columns = x.saturating_sub(1)..(x + 2).min(w);
                let n = ((to - from) * columns.len()) as u16;
                for c in 0..3 {
                    let sum: u16 = columns.clone().map(|x| rows[3 * x + c]).sum();
                    data.push(((sum + n / 2) / n) as u8);
                }
            }
        }
        Picture { width: w, height: h, data }
    }

    /// The colour of a pixel; it must lie inside.
    #[inline]
    pub fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let i = (y * self.width + x) * 3;
        [self.data[i], self.data[i + 1], self.data[i + 2]]
    }

    /// Changes a pixel; one outside is ignored.
    #[inline]
    pub fn put(&mut self, x: i64, y: i64, colour: [u8; 3]) {
        if x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height {
            let i = (y as usize * self.width + x as usize) * 3;
            self.data[i..i + 3].copy_from_slice(&colour);
        }
    }

    /// The mean colour of the 3 × 3 pixels around a point; `None` if the point lies outside.
    #[inline]
    pub fn around(&self, x: f32, y: f32) -> Option<[f32; 3]> {
        if !(x >= 0.0 && y >= 0.0) {
            return None;
        }
        let (cx, cy) = (x as usize, y as usize);
        if cx >= self.width || cy >= self.height {
            return None;
        }
        let (x0, x1) = (cx.saturating_sub(1), (cx + 1).min(self.width - 1));
        let (y0, y1) = (cy.saturating_sub(1), (cy + 1).min(self.height - 1));
        let mut sum = [0u32; 3];
        for row in y0..=y1 {
            let start = (row * self.width + x0) * 3;
            let end = (row * self.width + x1) * 3 + 3;
            for pixel in self.data[start..end].chunks_exact(3) {
                sum[0] += u32::from(pixel[0]);
                sum[1] += u32::from(pixel[1]);
                sum[2] += u32::from(pixel[2]);
            }
        }
        let n = ((x1 - x0 + 1) * (y1 - y0 + 1)) as f32;
        Some([sum[0] as f32 / n, sum[1] as f32 / n, sum[2] as f32 / n])
    }
}

/// Refuses a picture by its size, before memory is taken for it.
fn fits(width: usize, height: usize) -> Result<(), String> {
    let longest = LONGEST_SIDE as usize;
    if width > longest || height > longest || (width * height * 4) as u64 > MOST_BYTES {
        return Err(format!("{width} × {height} pixels are too many"));
    }
    Ok(())
}

/// Width, height and bytes (three a pixel) of a PNG file.
fn read_png(bytes: &[u8]) -> Result<(usize, usize, Vec<u8>), String> {
    let limits = png::Limits { bytes: MOST_BYTES as usize };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|e| e.to_string())?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    fits(width, height)?;
    let size = reader.output_buffer_size().ok_or("its size does not fit into memory")?;
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).map_err(|e| e.to_string())?;
    data.truncate(frame.buffer_size());
    let data = match frame.color_type.samples() {
        1 => data.iter().flat_map(|&grey| [grey; 3]).collect(),
        2 => data.chunks_exact(2).flat_map(|p| [p[0]; 3]).collect(),
        3 => data,
        _ => data.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect(),
    };
    Ok((width, height, data))
}

/// Width, height and bytes (three a pixel) of a JPEG file.
fn read_jpeg(bytes: &[u8]) -> Result<(usize, usize, Vec<u8>), String> {
    let longest = LONGEST_SIDE as usize;
    let options = DecoderOptions::default()
        .set_max_width(longest)
        .set_max_height(longest)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|e| e.to_string())?;
    let (width, height) = decoder.dimensions().ok_or("it has no size")?;
    fits(width, height)?;
    let data = decoder.decode().map_err(|e| e.to_string())?;
    Ok((width, height, data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_written_as_png_is_read_back_the_same() {
        let mut picture = Picture::new(7, 5, [1, 2, 3]);
        picture.put(6, 4, [250, 0, 9]);
        picture.put(-1, 99, [0, 0, 0]);
        let back = Picture::decode(&picture.png().unwrap()).unwrap();
        assert_eq!(back, picture);
        assert_eq!(back.at(6, 4), [250, 0, 9]);
    }

    #[test]
    fn bytes_that_are_no_picture_are_refused_with_a_cause() {
        assert!(Picture::decode(b"").unwrap_err().0.contains("neither"));
        assert!(Picture::decode(b"GIF89a").is_err());
        let mut png = Picture::new(40, 40, [9, 9, 9]).png().unwrap();
        png.truncate(60);
        assert!(Picture::decode(&png).unwrap_err().0.contains("decoded"));
    }

    #[test]
    fn a_picture_that_claims_to_be_huge_is_refused_before_it_takes_memory() {
        let mut png = Picture::new(1, 1, [9, 9, 9]).png().unwrap();
        // Width and height stand at bytes 16 to 23; the checksum of the chunk follows at 29.
        png[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        assert!(Picture::decode(&png).is_err());
    }

    /// One colour in every kind of file a camera or a drawing program may write.
    #[test]
    fn every_kind_of_png_and_jpeg_is_read() {
        let red = [200, 40, 40];
        let grey = [120, 120, 120];
        for (name, colour) in [
            ("red.jpg", red),
            ("progressive.jpg", red),
            ("grey.jpg", grey),
            ("alpha.png", red),
            ("palette.png", red),
            ("grey16.png", grey),
        ] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/kinds").join(name);
            let picture = Picture::open(&path).unwrap();
            assert_eq!((picture.width(), picture.height()), (16, 8), "{name}");
            for pixel in picture.bytes().chunks_exact(3) {
                // JPEG rounds.
                let off = pixel.iter().zip(colour).map(|(&a, b): (_, u8)| a.abs_diff(b)).max();
                assert!(off <= Some(3), "{name}: {pixel:?}");
            }
            // Cut anywhere, it is an error or a picture of that size, never a panic.
            let bytes = std::fs::read(&path).unwrap();
            for end in 0..bytes.len() {
                if let Ok(cut) = Picture::decode(&bytes[..end]) {
                    assert_eq!((cut.width(), cut.height()), (16, 8), "{name} cut at {end}");
                }
            }
        }
    }

    #[test]
    fn the_mean_around_a_corner_uses_the_pixels_that_exist() {
        let mut picture = Picture::new(4, 4, [0, 0, 0]);
        picture.put(0, 0, [40, 80, 120]);
        assert_eq!(picture.around(0.4, 0.2), Some([10.0, 20.0, 30.0]));
        assert_eq!(picture.around(4.0, 0.0), None);
        assert_eq!(picture.around(f32::NAN, 0.0), None);
    }
}
