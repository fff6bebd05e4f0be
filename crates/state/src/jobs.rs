//! Jobs: the pipelines that run in the background or are stopped.

use skosh_sys::process::WaitStatus;

/// One process of a job.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its process id.
    pub pid: i32,
    /// Its last known state; `None` while it runs.
    pub status: Option<WaitStatus>,
}

impl Process {
    /// Has it ended?
    pub fn is_done(&self) -> bool {
        matches!(self.status, Some(WaitStatus::Exited(_) | WaitStatus::Signaled { .. }))
    }

    /// Is it stopped?
    pub fn is_stopped(&self) -> bool {
        matches!(self.status, Some(WaitStatus::Stopped(_)))
    }
}

/// The state of a job as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// Some process runs.
    Running,
    /// No process runs, some are stopped.
    Stopped,
    /// All have ended.
    Done,
}

/// A job.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number, from 1.
    pub number: usize,
    /// Its process group; that of the shell where job control is off (then 0).
    pub group: i32,
    /// Its processes; the last one gives the status.
    pub processes: Vec<Process>,
    /// The text of the command, for messages.
    pub text: Vec<u8>,
    /// Its state has been shown since it changed.
    pub notified: bool,
    /// Started with job control on.
    pub monitored: bool,
    /// `disown -h`: not hung up when the shell exits.
    pub no_hangup: bool,
    /// Terminal modes when it was stopped are not kept: the shell restores its own only.
    pub foreground: bool,
}

impl Job {
    /// The state that follows from the processes.
    pub fn state(&self) -> JobState {
        if self.processes.iter().any(|p| p.status.is_none() || matches!(p.status, Some(WaitStatus::Continued))) {
            JobState::Running
        } else if self.processes.iter().any(Process::is_stopped) {
            JobState::Stopped
        } else {
            JobState::Done
        }
    }

    /// The process whose status is the job's, and whose id is `$!`.
    pub fn last(&self) -> Option<&Process> {
        self.processes.last()
    }
}

/// All jobs, with the order in which they were last current.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    list: Vec<Job>,
    /// Job numbers, the current one (`%+`) last.
    order: Vec<usize>,
    /// Statuses of background processes that ended and left the list before anyone waited, newest last: `wait PID` still
    /// answers (POSIX: the last CHILD_MAX).
    pub remembered: Vec<(i32, i32)>,
    /// Where a subshell that became a process late learns what became of the jobs that it had started before: they are
    /// children of the process it came from.
    pub relay: Option<std::rc::Rc<std::os::fd::OwnedFd>>,
}

/// How many ended background processes are remembered for `wait`.
const REMEMBERED: usize = 1024;

impl Jobs {
    /// Adds a job and makes it the current one. Returns its number.
    pub fn add(&mut self, group: i32, processes: Vec<Process>, text: Vec<u8>, monitored: bool) -> usize {
        let number = self.list.iter().map(|job| job.number).max().unwrap_or(0) + 1;
        self.list.push(Job {
            number,
            group,
            processes,
            text,
            notified: false,
            monitored,
            no_hangup: false,
            foreground: false,
        });
        self.order.push(number);
        number
    }

    /// All jobs by number.
    pub fn iter(&self) -> impl Iterator<Item = &Job> {
        self.list.iter()
    }

    /// All jobs by number, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Job> {
        self.list.iter_mut()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of jobs.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Job `number`.
    pub fn get(&self, number: usize) -> Option<&Job> {
        self.list.iter().find(|job| job.number == number)
    }

    /// Job `number`, to change.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut Job> {
        self.list.iter_mut().find(|job| job.number == number)
    }

    /// The job that `pid` belongs to.
    pub fn by_pid(&self, pid: i32) -> Option<&Job> {
        self.list.iter().find(|job| job.processes.iter().any(|process| process.pid == pid))
    }

    /// Removes job `number`; the status of its ended processes stays known to `wait`.
    pub fn remove(&mut self, number: usize) {
        if let Some(at) = self.list.iter().position(|job| job.number == number) {
            self.list.remove(at);
        }
        self.order.retain(|&other| other != number);
    }

    /// Makes job `number` the current one.
    pub fn make_current(&mut self, number: usize) {
        self.order.retain(|&other| other != number);
        self.order.push(number);
    }

    /// The current job `%+`: the last one stopped, otherwise the last one put in the background.
    pub fn current(&self) -> Option<usize> {
        self.ranked().next()
    }

    /// The previous job `%-`.
    pub fn previous(&self) -> Option<usize> {
        self.ranked().nth(1)
    }

    fn ranked(&self) -> impl Iterator<Item = usize> {
        let in_state = |stopped: bool| {
            self.order.iter().rev().copied().filter(move |&number| {
                self.get(number).is_some_and(|job| (job.state() == JobState::Stopped) == stopped)
            })
        };
        in_state(true).chain(in_state(false))
    }

    /// Remembers the status of an ended background process for `wait PID`.
    pub fn remember(&mut self, pid: i32, status: i32) {
        self.remembered.retain(|&(other, _)| other != pid);
        if self.remembered.len() >= REMEMBERED {
            self.remembered.remove(0);
        }
        self.remembered.push((pid, status));
    }

    /// The remembered status of `pid`, forgotten by asking.
    pub fn take_remembered(&mut self, pid: i32) -> Option<i32> {
        let at = self.remembered.iter().position(|&(other, _)| other == pid)?;
        Some(self.remembered.remove(at).1)
    }

    /// Notes a new state of `pid`. Returns the number of its job.
    pub fn update(&mut self, pid: i32, status: WaitStatus) -> Option<usize> {
        for job in &mut self.list {
            for process in &mut job.processes {
                if process.pid == pid && !process.is_done() {
                    process.status = Some(status);
                    job.notified = false;
                    return Some(job.number);
                }
            }
        }
        None
    }
}
