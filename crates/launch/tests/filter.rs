//! Persistent filters and the parallel runner.
#![allow(clippy::unwrap_used)]

use skosh_launch::{Cancel, Capture, Command, Filter, FilterError, FilterPool, Malformed, Message, Progress, Runner};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A filter that answers with the name that it was asked for and its own process id; some names make it misbehave.
const PERL: &str = r#"
$| = 1;
while (1) {
    my %fields;
    while (1) {
        my $line = <STDIN>;
        exit 0 unless defined $line;
        chomp $line;
        last if $line eq '';
        my ($name, $length) = $line =~ /^(\w+): (\d+)$/ or exit 9;
        my $data = '';
        read(STDIN, $data, $length) == $length or exit 8 if $length;
        $fields{$name} = $data;
    }
    my $name = $fields{'Filename'};
    exit 7 if $name eq 'die';
    if ($name =~ /^once (.*)/) { exit 7 unless -e $1; }
    sleep 100 if $name eq 'hang';
    if ($name eq 'babble') { print "what is this\n"; next; }
    if ($name eq 'flood') { print "Document: 99999999999\n"; next; }
    if ($name eq 'twice') { print "\n\n"; next; }
    my $document = "contents of $name" . 'x' x ($fields{'Size'} // 0);
    print 'Pid: ', length($$), "\n", $$, 'Document: ', length($document), "\n", $document, "\n";
}
"#;

fn filter() -> Filter {
    let mut command = Command::new("perl");
    command.args(["-e", PERL]);
    Filter::new(command)
}

fn ask(name: &str) -> Message {
    Message::new().with("Filename", name)
}

#[test]
fn one_process_answers_many_requests() {
    let mut filter = filter();
    let mut pids = Vec::new();
    for i in 0..100 {
        let answer = filter.request(&ask(&format!("file {i}"))).unwrap();
        assert_eq!(answer.get("document").unwrap(), format!("contents of file {i}").as_bytes());
        pids.push(answer.get("Pid").unwrap().to_vec());
    }
    pids.dedup();
    assert_eq!((pids.len(), filter.starts()), (1, 1));
    // Larger than any pipe, both ways.
    let name = "n".repeat(1 << 20);
    let answer = filter.request(&ask(&name).with("Size", "3000000")).unwrap();
    assert_eq!(answer.get("Document").unwrap().len(), "contents of ".len() + (1 << 20) + 3_000_000);
    assert!(filter.finish().unwrap().is_success());
    assert!(filter.id().is_none());
}

#[test]
fn a_filter_that_fails_is_started_afresh() {
    let mut filter = filter().time_limit(Duration::from_secs(20)).message_limit(1 << 20);
    filter.request(&ask("a")).unwrap();
    assert!(matches!(filter.request(&ask("die")), Err(FilterError::Died(Some(_)))));
    // Tried twice, so that was the first process and a second.
    assert_eq!(filter.starts(), 2);
    filter.request(&ask("b")).unwrap();
    assert_eq!(filter.starts(), 3);
    assert_eq!(filter.request(&ask("babble")), Err(FilterError::Malformed(Malformed::Header)));
    assert_eq!(filter.request(&ask("flood")), Err(FilterError::Malformed(Malformed::TooLong)));
    assert_eq!(filter.request(&ask("twice")).unwrap(), Message::new());
    assert_eq!(filter.request(&ask("c")), Err(FilterError::Malformed(Malformed::Unasked)));
    filter.request(&ask("d")).unwrap();
    let mut filter = filter.time_limit(Duration::from_millis(100));
    let start = Instant::now();
    assert_eq!(filter.request(&ask("hang")), Err(FilterError::TimeLimit));
    assert!(start.elapsed() < Duration::from_secs(5));

    // Dies while nobody looks: the next request is tried again with a new process.
    let mut filter = self::filter();
    filter.request(&ask("a")).unwrap();
    skosh_sys::process::kill(filter.id().unwrap(), 9).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    filter.request(&ask("b")).unwrap();
    assert_eq!(filter.starts(), 2);

    let mut filter = self::filter().requests_per_process(2);
    for _ in 0..5 {
        filter.request(&ask("a")).unwrap();
    }
    assert_eq!(filter.starts(), 3);
    assert!(matches!(Filter::new(Command::new("/nonexistent")).request(&ask("a")), Err(FilterError::Command(_))));
}

#[test]
fn a_pool_serves_many_threads() {
    let made = AtomicUsize::new(0);
    let pool = FilterPool::new(3, || {
        made.fetch_add(1, Ordering::Relaxed);
        filter()
    });
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let pool = &pool;
            scope.spawn(move || {
                for i in 0..20 {
                    let answer = pool.request(&ask(&format!("{thread}/{i}"))).unwrap();
                    assert_eq!(answer.get("document").unwrap(), format!("contents of {thread}/{i}").as_bytes());
                }
            });
        }
    });
    assert!((1..=3).contains(&made.load(Ordering::Relaxed)));
}

fn echo(text: &str) -> Capture<'static> {
    let mut command = Command::new("echo");
    command.arg(text);
    Capture::new(command)
}

#[test]
fn jobs_run_in_parallel_and_come_in_order() {
    let progress = Mutex::new(Vec::new());
    let mut outputs = Vec::new();
    let runner = Runner::new(4).in_order(true).progress(|now| progress.lock().unwrap().push(now.finished));
    let end = runner.run(
        0..300,
        |number| echo(&number.to_string()),
        |done| {
            assert_eq!(done.index, usize::try_from(done.job).unwrap());
            outputs.push(String::from_utf8(done.result.unwrap().stdout).unwrap());
            ControlFlow::Continue(())
        },
    );
    assert_eq!(outputs, (0..300).map(|i| format!("{i}\n")).collect::<Vec<_>>());
    assert_eq!(end, Progress { started: 300, finished: 300 });
    let mut seen = progress.lock().unwrap().clone();
    seen.sort_unstable();
    assert_eq!(seen, (1..=300).collect::<Vec<_>>());

    // As they come: the quick ones overtake.
    let mut order = Vec::new();
    Runner::new(2).run(
        ["0.4", "0", "0"],
        |time| {
            let mut command = Command::new("sleep");
            command.arg(time);
            Capture::new(command)
        },
        |done| {
            order.push(done.index);
            ControlFlow::Continue(())
        },
    );
    assert_eq!(order, [1, 2, 0]);
}

#[test]
fn a_run_is_stopped_from_inside_and_from_outside() {
    let mut seen = 0;
    let end = Runner::new(2).run(
        0..,
        |number: &i32| echo(&number.to_string()),
        |_| {
            seen += 1;
            if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert!(seen == 10 && end.started < 100);

    let cancel = Cancel::new().unwrap();
    let start = Instant::now();
    let other = cancel.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        other.cancel();
    });
    let mut stopped = 0;
    Runner::new(3).cancel(&cancel).run(
        0..1000,
        |_| {
            let mut command = Command::new("sleep");
            command.arg("100");
            Capture::new(command)
        },
        |done| {
            stopped += usize::from(done.result.unwrap().stopped.is_some());
            ControlFlow::Continue(())
        },
    );
    thread.join().unwrap();
    assert_eq!(stopped, 3);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn errors_of_jobs_are_results() {
    let mut failed = 0;
    Runner::new(0).run(
        0..20,
        |number| if number % 2 == 0 { Capture::new(Command::new("/nonexistent")) } else { echo("x") },
        |done| {
            failed += usize::from(done.result.is_err());
            ControlFlow::Continue(())
        },
    );
    assert_eq!(failed, 10);
}

#[test]
#[should_panic(expected = "scoped thread panicked")]
fn a_panic_in_a_worker_reaches_the_caller() {
    Runner::new(2).in_order(true).run(
        0..10,
        |number| {
            assert!(*number != 3, "on purpose");
            echo("x")
        },
        |_| ControlFlow::Continue(()),
    );
}
