//! A process that writes through several descriptors is killed at random moments. What arrived must be what a process
//! without any buffering could have left behind: on each descriptor a prefix of its output, and all descriptors taken
//! together a prefix of the script, because order is kept across them.
#![allow(clippy::unwrap_used)]

mod scratch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use scratch::{Directory, Random};
use skosh_stream::{OpenFile, Pool};

const DESCRIPTORS: usize = 3;

fn output(directory: &Path, descriptor: usize) -> PathBuf {
    directory.join(format!("out{descriptor}"))
}

/// What the writer writes in step `step`: to which descriptor, and what.
fn step_of_script(random: &mut Random, step: usize) -> (usize, Vec<u8>) {
    // Runs on one descriptor, so that the buffer has something to hold; now and then a large piece.
    let descriptor = if step.is_multiple_of(2000) { random.below(DESCRIPTORS) } else { step / 2000 % DESCRIPTORS };
    let mut text = format!("{step} to {descriptor}\n").into_bytes();
    if random.below(3000) == 0 {
        text.splice(0..0, vec![b'x'; 50_000 + random.below(50_000)]);
    }
    (descriptor, text)
}

/// Not a test: the process that is killed. It is this program, run again with a directory to write to.
#[test]
fn the_process_that_is_killed() {
    let Some(directory) = std::env::var_os("SKOSH_STREAM_TEST_DIRECTORY").map(PathBuf::from) else { return };
    let seed = std::env::var("SKOSH_STREAM_TEST_SEED").unwrap().parse().unwrap();
    let mut random = Random(seed);
    let files: Vec<_> = (0..DESCRIPTORS)
        .map(|descriptor| OpenFile::from_owned(fs::File::create(output(&directory, descriptor)).unwrap().into()))
        .collect();
    fs::write(directory.join("begun"), "").unwrap();
    let mut pool = Pool::new();
    for step in 0.. {
        let (descriptor, text) = step_of_script(&mut random, step);
        let file = &files[descriptor];
        pool.write(file, &text).unwrap();
        pool.end_of_command(file).unwrap();
        pool.tick().unwrap();
    }
}

#[test]
fn what_arrived_is_a_prefix() {
    let mut random = Random(0x5eed);
    let mut steps_seen = 0;
    for round in 0..40_u64 {
        let directory = Directory::new("killed");
        let seed = 0x1234_5678_9abc + round;
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_process_that_is_killed"])
            .env("SKOSH_STREAM_TEST_DIRECTORY", directory.as_ref())
            .env("SKOSH_STREAM_TEST_SEED", seed.to_string())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while !directory.path("begun").exists() {
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(Duration::from_micros(random.below(15_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();

        let arrived: Vec<Vec<u8>> =
            (0..DESCRIPTORS).map(|descriptor| fs::read(output(directory.as_ref(), descriptor)).unwrap()).collect();
        let mut rest: Vec<&[u8]> = arrived.iter().map(Vec::as_slice).collect();
        let mut script = Random(seed);
        for step in 0.. {
            let (descriptor, text) = step_of_script(&mut script, step);
            let here = rest[descriptor];
            if here.len() < text.len() {
                // The first thing that is missing or cut: nothing after it may be anywhere.
                assert!(text.starts_with(here), "round {round}, step {step}");
                rest[descriptor] = &[];
                assert!(rest.iter().all(|rest| rest.is_empty()), "round {round}: something after step {step} arrived");
                steps_seen += step;
                break;
            }
            assert!(here.starts_with(&text), "round {round}, step {step}");
            rest[descriptor] = &here[text.len()..];
        }
    }
    assert!(steps_seen > 10_000, "the processes were killed before they did anything");
}
