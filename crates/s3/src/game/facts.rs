//! What a file says beside its rules: pictures, areas to click, colours for the camera, angles for the arm. All of it
//! stays readable in the loaded game.

use super::{S3Game, State};
use crate::program::NONE;
use crate::syntax::{Colour, ElementType, Location, LocationType};

impl S3Game {
    /// Whether something lies on the location of that name.
    pub fn holds(&self, s: &State, location: &str) -> bool {
        let cell = self.p.names.find(location).map(|id| self.p.names.cell(id)).filter(|&c| c != NONE);
        cell.is_some_and(|c| !self.p.board.empty(&s.w, c))
    }

    /// The background picture.
    pub fn board_picture(&self) -> Option<&str> {
        self.file.board.as_deref()
    }

    /// Every picture the file names, each once, in the order of the file.
    pub fn pictures(&self) -> Vec<&str> {
        let elements = self.file.element_types.iter().flat_map(|t| &t.pictures);
        let locations = self.file.location_types.iter().filter_map(|t| t.picture.as_ref());
        let all = elements.chain(locations).map(|p| p.file.as_str());
        let mut list = Vec::new();
        for name in self.file.board.as_deref().into_iter().chain(all) {
            if !name.is_empty() && !list.contains(&name) {
                list.push(name);
            }
        }
        list
    }

    /// How much of the game was worked out ahead of time, in words: for tuning descriptions.
    pub fn compiled(&self) -> String {
        match self.tables() {
            None => "played by the machine step by step".to_string(),
            Some(t) => t.summary(),
        }
    }

    /// The names of the players.
    pub fn player_names(&self) -> &[String] {
        &self.file.players
    }

    /// How the camera recognises elements.
    pub fn colours(&self) -> &[Colour] {
        &self.file.colours
    }

    /// The types of elements with their pictures.
    pub fn element_types(&self) -> &[ElementType] {
        &self.file.element_types
    }

    /// The types of locations with their pictures and areas to click.
    pub fn location_types(&self) -> &[LocationType] {
        &self.file.location_types
    }

    /// The locations with their points on the screen, in the camera picture and for the arm.
    pub fn locations(&self) -> &[Location] {
        &self.file.locations
    }
}
