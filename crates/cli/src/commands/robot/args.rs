//! The arguments of `partie robot`.

use super::camera::{Calibrate, CameraProgram, Look, Render};
use clap::{Args as Words, Subcommand};
use std::path::PathBuf;

#[derive(Words)]
pub(crate) struct Robot {
    #[command(subcommand)]
    pub(crate) command: RobotCommand,
}

#[derive(Subcommand)]
pub(crate) enum RobotCommand {
    /// List the places of a game with the pulses that reach them; exit code 1 if one is out of reach
    Places(Place),
    /// Simulate the arm's controller on a pseudo-terminal, with a board in front of it
    Sim(Sim),
    /// Send commands of the controller's protocol and print the answers
    Send(Send),
    /// Teach places or the corners of the board by keyboard, and save the table
    Teach(Teach),
    /// Visit all places of a game
    Demo(Demo),
    /// Play a game on a real table: people against the computer, whose tokens the arm moves
    Play(Play),
    /// Say what lies where in a picture of the table, or which move was made between two pictures
    Look(Look),
    /// Propose the settings of the camera from a picture of the start position
    Calibrate(Calibrate),
    /// Render a picture of a table: to try the camera without one, or a board to print
    Render(Render),
    /// Be a camera program for s3games: its line protocol on standard input and output
    CameraProgram(CameraProgram),
}

/// The game and the file of its table.
#[derive(Words)]
pub(crate) struct Place {
    /// The game; taught angles (`robot=`) of an s3 description are used
    pub(crate) game: String,
    /// The file of the table: measures of the arm, position of the board, taught places
    #[arg(long, value_name = "FILE")]
    pub(crate) setup: Option<PathBuf>,
}

/// How to reach the arm.
#[derive(Words)]
pub(crate) struct Reach {
    /// The arm: a serial port such as /dev/ttyUSB0, or `sim` for a simulated one
    #[arg(long, value_name = "PORT|sim", default_value = "sim")]
    pub(crate) arm: String,
    /// With the simulated arm: do not wait for its motions
    #[arg(long)]
    pub(crate) fast: bool,
    /// Show the arm in the browser at this address (`/arm`), with an emergency stop; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) serve: Option<std::net::SocketAddr>,
}

#[derive(Words)]
pub(crate) struct Sim {
    #[command(flatten)]
    pub(crate) place: Place,
}

#[derive(Words)]
pub(crate) struct Send {
    #[command(flatten)]
    pub(crate) reach: Reach,
    /// Commands, such as `VER`, `QP 0` or `#0 P1500 T1000`; without any, one a line is read from standard input
    pub(crate) commands: Vec<String>,
}

#[derive(Words)]
pub(crate) struct Teach {
    /// The game
    pub(crate) game: String,
    /// The file of the table, read if it exists and written at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) setup: PathBuf,
    #[command(flatten)]
    pub(crate) reach: Reach,
}

#[derive(Words)]
pub(crate) struct Demo {
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) reach: Reach,
}

#[derive(Words)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) reach: Reach,
    /// The eye: `keyboard` (type what you did), `sim` (sees the simulated table), `rendered` (photographs it), or a camera:
    /// file:PATH, folder:PATH, newest:PATH, v4l:DEVICE, command:PROGRAM, program:OLD-CAMERA-PROGRAM
    #[arg(long, value_name = "EYE", default_value = "keyboard")]
    pub(crate) camera: String,
    /// Settings of the camera, as `robot calibrate` writes them
    #[arg(long, value_name = "FILE")]
    pub(crate) calibration: Option<PathBuf>,
    /// Who plays, in order, separated by commas: `human` or an agent [default: a person first, then the best agents]
    #[arg(long, value_name = "A,B,…")]
    pub(crate) players: Option<String>,
    /// Keep the match in this file after every move, and go on from it if it exists
    #[arg(long, value_name = "RECORD")]
    pub(crate) record: Option<PathBuf>,
    /// Move exactly as s3games did: no detours, the gripper not opened first
    #[arg(long)]
    pub(crate) compatible: bool,
    /// Seconds each agent may think about a move
    #[arg(long, default_value_t = 2.0)]
    pub(crate) seconds: f64,
    /// Language: en, cs or sk
    #[arg(long, default_value = "en")]
    pub(crate) lang: game::Lang,
}
