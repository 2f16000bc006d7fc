//! The eye that looks at pictures: from pixels to what lies where, and from two pictures to the move.
//!
//! [`Picture`]s come from a [`source`]; [`look::view`] reads one with the settings of a [`Calibration`]; [`explain::explain`]
//! finds the legal move behind it; [`PictureEye`] does all of it for a match. [`render`] is a camera without hardware.
//! [`segment`], [`original`] and [`process`] keep what the camera program of S3Games did.

pub mod annotate;
pub mod board;
pub mod calibration;
pub mod colour;
pub mod corners;
pub mod explain;
mod guard;
pub mod lens;
pub mod look;
pub mod original;
pub mod picture;
mod placing;
pub mod process;
pub mod propose;
pub mod reference;
pub mod render;
pub mod segment;
mod sight;
pub mod source;
pub mod staged;
pub mod survey;
pub mod trial;
pub mod words;

pub use board::{Board, Layer, Watch};
pub use calibration::{Aim, Calibration, White};
pub use colour::{Balance, Colour, Hsv};
pub use guard::{PictureGuard, SharedEye, Silhouette};
pub use lens::{Homography, Lens, Sightline, Spot2};
pub use picture::Picture;
pub use sight::{PictureEye, ProgramEye, Shown};
