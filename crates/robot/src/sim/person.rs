//! Eyes on a simulated table: one that sees exactly what lies there, and one that watches for hands.

use super::Sim;
use crate::arm::drive::Guard;
use crate::arm::kinematics::Pulses;
use crate::eye::{Eye, EyeError, Sight};
use game::Scene;

/// Sees the simulated table as it is.
pub struct SimEye(pub Sim);

impl Eye for SimEye {
    fn look(&mut self, expected: &Scene) -> Result<Sight, EyeError> {
        let world = self.0.world();
        Ok(if world.hand() { Sight::Hand } else { Sight::Table(world.spotted(expected)) })
    }
}

/// Sees hands over the simulated table.
pub struct SimGuard(pub Sim);

impl Guard for SimGuard {
    fn hand(&mut self, _arm: Option<&Pulses>) -> bool {
        self.0.world().hand()
    }
}
