//! Networks and their training: gradients against finite differences, files, and trainings that were killed.

use game::Rng;
use learn::{
    Checkpoint, Drill, Errand, Goal, Header, Kind, Lesson, Loss, Net, NetFile, Numbers, Pass, Played, Pupil,
    Sample, SelfPlay, Shape, Work, examine,
};

const SHAPE: Shape = Shape { inputs: 12, width: 16, blocks: 2, outputs: 9, values: 2 };

/// A network whose outputs are not 0 either.
fn net(seed: u64) -> Net {
    let mut net = Net::new(SHAPE, seed);
    let mut rng = Rng::new(seed);
    net.weights_mut().iter_mut().for_each(|w| *w += (rng.unit() as f32 - 0.5) * 0.3);
    net
}

/// Random samples: the right move is one that a simple rule names.
fn samples(n: usize, seed: u64) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let one = |rng: &mut Rng| {
        let mut on: Vec<u32> = (0..12).collect();
        rng.shuffle(&mut on);
        on.truncate(5);
        let wanted = usize::from(on.contains(&3)) + usize::from(on.contains(&7));
        let mut policy = vec![0.0; 3];
        policy[wanted] = 1.0;
        let value = if on.contains(&0) { 0.8 } else { -0.8 };
        Sample {
            inputs: on.into_iter().map(|i| (i, 1.0)).collect(),
            moves: [&[0u32] as &[u32], &[1, 8], &[2, 8]].into_iter().collect(),
            goal: Goal { policy, values: vec![value, -value], quality: None },
        }
    };
    (0..n).map(|_| one(&mut rng)).collect()
}

/// The loss that the gradients are of: cross entropy, half the squared errors.
fn loss(sample: &Sample, net: &Net) -> f64 {
    let found = sample.learn(net, &mut Work::default(), None);
    found.policy + 0.5 * found.value
}

fn gradients_are_right(sample: &Sample) {
    let net = net(3);
    let mut grads = vec![0.0; net.weights().len()];
    sample.learn(&net, &mut Work::default(), Some(&mut grads));
    let mut checked = 0;
    for i in (0..grads.len()).step_by(7) {
        let moved = |by: f32| {
            let mut other = net.clone();
            other.weights_mut()[i] += by;
            loss(sample, &other)
        };
        let step = 1e-2f32;
        let (wide, narrow) =
            ((moved(step) - moved(-step)) / 2e-2, (moved(step / 2.0) - moved(-step / 2.0)) / 1e-2);
        // Where a relu bends within the step, the two differences disagree and tell nothing.
        if (wide - narrow).abs() > 2e-3 {
            continue;
        }
        checked += 1;
        let off = (f64::from(grads[i]) - narrow).abs();
        assert!(
            off < 4e-3 + 0.02 * narrow.abs(),
            "weight {i}: {} by hand, {narrow} by differences",
            grads[i]
        );
    }
    assert!(checked > 100, "only {checked} weights were checked");
}

#[test]
fn gradients_of_policy_and_value_agree_with_finite_differences() {
    gradients_are_right(&samples(1, 1)[0]);
}

#[test]
fn gradients_of_a_quality_agree_with_finite_differences() {
    let mut sample = samples(1, 2).remove(0);
    let mut pass = Pass::default();
    net(3).forward(&sample.inputs, &mut pass);
    let now = pass.outputs[1] + pass.outputs[8];
    sample.goal = Goal { quality: Some((1, now + 0.4)), ..Goal::default() };
    gradients_are_right(&sample);
}

#[test]
fn a_simple_rule_is_learned_and_holds_for_what_was_never_seen() {
    let (seen, unseen) = (samples(400, 5), samples(400, 6));
    let mut pupil = Pupil::new(Net::new(SHAPE, 1));
    let before = examine(&pupil.net, unseen.iter());
    let plan = Drill { batches: 400, batch: 16, rate: 3e-3 };
    pupil.drill(&seen, plan, &mut Rng::new(9), &mut Lesson::default());
    let after = examine(&pupil.net, unseen.iter());
    assert!(after.agreed > 380 && before.agreed < 300, "{before:?} {after:?}");
    assert!(after.mean(after.value) < 0.1 && after.mean(after.policy) < 0.2, "{after:?}");
}

#[test]
fn the_bits_of_a_training_never_change() {
    let mut pupil = Pupil::new(Net::new(SHAPE, 1));
    pupil.drill(
        &samples(50, 5),
        Drill { batches: 30, batch: 8, rate: 1e-2 },
        &mut Rng::new(9),
        &mut Lesson::default(),
    );
    let bits = pupil.net.weights().iter().fold(0u64, |h, w| h.rotate_left(5) ^ u64::from(w.to_bits()));
    assert_eq!(format!("{bits:016x}"), "8ddd0384711e440c");
}

/// Ten rounds of training, with a stop (through bytes) after each of `stops`.
fn trained(stops: &[u64]) -> Checkpoint {
    let mut at = Checkpoint {
        plan: "test".to_string(),
        seed: 4,
        round: 0,
        pupil: Pupil::new(Net::new(SHAPE, 4)),
        samples: Vec::new(),
        held: samples(3, 1),
        vocabulary: [vec![5], Vec::new()],
        gallery: Vec::new(),
        curve: Vec::new(),
    };
    while at.round < 10 {
        let mut rng = at.rng();
        at.samples.extend(samples(20, rng.bits()));
        let plan = Drill { batches: 5, batch: 8, rate: 1e-2 };
        let loss: Loss = at.pupil.drill(&at.samples, plan, &mut rng, &mut Lesson::default());
        at.round += 1;
        at.curve.push(("loss".to_string(), at.round, loss.policy));
        at.gallery.push((at.round, at.pupil.net.weights().to_vec()));
        if stops.contains(&at.round) {
            at = Checkpoint::read(&at.write()).unwrap();
        }
    }
    at
}

#[test]
fn a_training_that_was_stopped_in_the_middle_ends_with_the_same_network_bit_by_bit() {
    let whole = trained(&[]);
    for stops in [vec![1], vec![4], vec![3, 4, 9]] {
        let stopped = trained(&stops);
        let bits = |c: &Checkpoint| c.pupil.net.weights().iter().map(|w| w.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&whole), bits(&stopped), "{stops:?}");
        assert_eq!(whole, stopped);
    }
    assert_ne!(trained(&[]).pupil.net, Net::new(SHAPE, 4));
}

fn file() -> NetFile {
    let header = Header {
        game: "connect4?width=6".to_string(),
        rules: 2,
        encoder: "scene-1".to_string(),
        kind: Kind::PolicyValue,
        seed: 7,
        steps: 12,
        made_by: "partie learn\nselfplay".to_string(),
        notes: vec![("against random".to_string(), "98 %".to_string())],
    };
    NetFile { header, vocabulary: [vec![1, u64::MAX], vec![3]], net: net(8) }
}

#[test]
fn a_player_comes_back_from_its_file() {
    let file = file();
    let same = NetFile::read(&file.write(Numbers::F32)).unwrap();
    assert_eq!(same.net, file.net);
    assert_eq!((&same.header.notes, &same.vocabulary), (&file.header.notes, &file.vocabulary));
    assert_eq!(same.header.made_by, "partie learn selfplay", "a header is one line");
    let half = NetFile::read(&file.write(Numbers::F16)).unwrap();
    for (a, b) in half.net.weights().iter().zip(file.net.weights()) {
        assert!((a - b).abs() <= b.abs() / 1024.0 + 1e-7, "{a} {b}");
    }
    assert!(file.write(Numbers::F16).len() < file.write(Numbers::F32).len() / 2 + 400);
}

#[test]
fn a_broken_file_is_refused_with_the_place_and_the_cause() {
    let good = file().write(Numbers::F16);
    let text = String::from_utf8_lossy(&good).into_owned();
    let head = text.find("\n\n").unwrap();
    let cause = |from: &str, to: &str| {
        let header = text[..head].replacen(from, to, 1);
        let bytes = [header.as_bytes(), &good[head..]].concat();
        NetFile::read(&bytes).unwrap_err().to_string()
    };
    assert!(NetFile::read(b"").unwrap_err().to_string().contains("line 1"));
    assert!(
        NetFile::read(b"PK\x03\x04\n\n").unwrap_err().to_string().contains("must begin with 'partie net 1'")
    );
    assert!(cause("kind: policy-value", "kind: magic").contains("none of policy-value"));
    assert!(cause("inputs: 12", "inputs: 999999999").contains("inputs must be from 1 to 65536"));
    assert!(cause("width: 16", "width: x").contains("'width' is a number"));
    assert!(cause("width: 16", "width: 17").contains("binary part"));
    assert!(cause("numbers: f16", "numbers: f64").contains("f16 or f32"));
    assert!(cause("vocabulary: 2 1", "vocabulary: 99 1").contains("vocabulary"));
    assert!(cause("seed: 7\n", "").contains("no line 'seed"));
    let mut torn = good.clone();
    torn.truncate(good.len() - 5);
    assert!(NetFile::read(&torn).unwrap_err().to_string().contains("damaged"));
    let checkpoint = trained(&[]).write();
    assert!(NetFile::read(&checkpoint).is_err());
    for cut in [0, 5, 60, checkpoint.len() / 2, checkpoint.len() - 1] {
        assert!(Checkpoint::read(&checkpoint[..cut]).is_err(), "cut at {cut}");
    }
}

#[test]
fn spoiled_bytes_never_panic() {
    let mut rng = Rng::new(2);
    let sources = [file().write(Numbers::F16), trained(&[]).write()];
    for _ in 0..2000 {
        let mut bytes = sources[rng.below(2)].clone();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len().min(600));
            bytes[at] = rng.below(256) as u8;
        }
        let _ = (NetFile::read(&bytes), Checkpoint::read(&bytes));
    }
}

#[test]
fn errands_and_plays_come_back_from_their_bytes_and_spoiled_ones_never_panic() {
    let errand = Errand {
        plan: SelfPlay { plays: 7, rate: 1e-3, random: 0.25, ..SelfPlay::default() },
        encoder: "scene-1".to_string(),
        vocabulary: [vec![1, u64::MAX], vec![3]],
        seed: 5,
        round: 11,
        net: net(2),
    };
    let bytes = errand.write();
    assert_eq!(Errand::read(&bytes), Ok(errand));
    let plays = vec![Played { samples: samples(5, 1), moves: 9 }, Played::default()];
    let sent = Played::write(&plays);
    assert_eq!(Played::read(&sent), Ok(plays));
    for cut in (0..bytes.len()).step_by(97) {
        assert!(Errand::read(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    assert!((0..sent.len()).all(|cut| Played::read(&sent[..cut]).is_err()));
    let mut rng = Rng::new(4);
    for _ in 0..300 {
        let mut spoiled = sent.clone();
        spoiled[rng.below(sent.len())] ^= 1 << rng.below(8);
        _ = Played::read(&spoiled);
        let mut spoiled = bytes.clone();
        spoiled[rng.below(bytes.len())] ^= 1 << rng.below(8);
        assert!(Errand::read(&spoiled).is_err(), "a checksum notices every changed bit");
    }
}
