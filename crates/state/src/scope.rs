//! Entering and leaving subshell scopes and frames.

use std::rc::Rc;

use skosh_stream::OpenFile;
use skosh_syntax::Sym;

use crate::cwd::Cwd;
use crate::descriptors::Slot;
use crate::dynamic::Counters;
use crate::interaction::Interaction;
use crate::jobs::Jobs;
use crate::journal::{Saved, Undo};
use crate::options::{Opt, Options};
use crate::positional::Positional;
use crate::shell::{Aliases, Call, Shell};
use crate::traps::Traps;
use crate::variable::{Attributes, Variable};

/// A subshell scope: what is put back when it ends, beyond what the journal logged.
#[derive(Debug)]
pub struct Subshell {
    /// Where its entries begin in the journal.
    undo: usize,
    /// Where the frames inside it begin.
    saved: usize,
    /// Where the locals made inside it begin.
    locals: usize,
    /// Serial of the scope around it.
    outer_serial: u64,
    /// It has become a process of its own: leaving it means exiting.
    pub is_process: bool,
    positional: Positional,
    options: Options,
    traps: Rc<Traps>,
    aliases: Rc<Aliases>,
    interaction: Rc<Interaction>,
    jobs: Jobs,
    cwd: Cwd,
    counters: Counters,
    /// Captures in progress when it was entered.
    pub(crate) captures: usize,
}

/// Where a frame began.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Frame(pub(crate) usize);

impl Frame {
    /// Its place in the journal.
    pub fn index(self) -> usize {
        self.0
    }

    /// The frame that began at a place, see [`Frame::index`].
    pub fn at(index: usize) -> Frame {
        Frame(index)
    }
}

impl Shell {
    /// Begins a subshell scope. Makes no system call and copies no table.
    pub fn enter_subshell(&mut self) {
        // Every part of the state has its policy here; a new field does not compile until it is given one.
        let Shell {
            // Shared, append-only.
            names: _,
            // Logged by slot.
            vars: _,
            commands: _,
            fds: _,
            // The log itself.
            journal,
            // Saved whole: small, or shared until changed.
            positional,
            options,
            traps,
            aliases,
            interaction,
            jobs,
            cwd,
            counters,
            // Derived from the state: recomputed when what they derive from is put back.
            ifs: _,
            env: _,
            locale: _,
            // A property of the process or the invocation.
            arg0: _,
            pid: _,
            process_pid: _,
            parent_pid: _,
            deaths: _,
            invocation: _,
            terminal: _,
            ignored_on_entry: _,
            entry_known: _,
            orphans: _,
            last_path_generation: _,
            last_directory: _,
            // The Rust stack's own business: call depth, the sources being read, captures in progress, scratch buffers.
            calls: _,
            sources: _,
            captures,
            subshells: _,
            loop_depth: _,
            errexit_ignored: _,
            trap_depth: _,
            active_traps: _,
            last_trap_status: _,
            command_text: _,
            reference_depth: _,
            trap_entry: _,
            scratch: _,
            pipestatus: _,
            last_argument: _,
            array_arguments: _,
            in_tail: _,
            builtin_name: _,
            redirected: _,
            mentions_parent: _,
            trace_level: _,
            substitution_status: _,
            fake_pids: _,
            through_command: _,
            // The same for all scopes.
            utilities: _,
        } = self;
        let subshell = Subshell {
            undo: journal.undo.len(),
            saved: journal.saved.len(),
            locals: journal.locals.len(),
            outer_serial: journal.serial,
            is_process: false,
            positional: positional.clone(),
            options: *options,
            traps: traps.clone(),
            aliases: aliases.clone(),
            interaction: interaction.clone(),
            jobs: std::mem::take(jobs),
            cwd: cwd.clone(),
            counters: *counters,
            captures: captures.len(),
        };
        journal.last_serial += 1;
        journal.serial = journal.last_serial;
        self.subshells.push(subshell);
        self.counters.subshell_level += 1;
        if !self.traps.is_empty() {
            let debug = self.options.has(Opt::FuncTrace);
            let err = self.options.has(Opt::ErrTrace);
            self.traps = Rc::new(self.traps.for_subshell(debug, err));
        }
    }

    /// Ends the innermost subshell scope: everything changed inside has its old value again. Returns the directory to go
    /// back to when the working directory was changed; the caller does it, and must stop the shell where it fails.
    pub fn leave_subshell(&mut self) -> Option<Cwd> {
        let subshell = self.subshells.pop()?;
        let Subshell {
            undo,
            saved,
            locals,
            outer_serial,
            is_process: _,
            positional,
            options,
            traps,
            aliases,
            interaction,
            jobs,
            cwd,
            counters,
            captures: _,
        } = subshell;
        // A divert may have unwound past frames: they belong to the scope and go with it.
        self.leave_frame(Frame(saved));
        self.put_back_locals(locals);
        while self.journal.undo.len() > undo {
            match self.journal.undo.pop() {
                Some(Undo::Variable(sym, old)) => self.put_back_variable(sym, old),
                Some(Undo::Command(sym, old)) => *self.commands.slot(sym) = old,
                Some(Undo::Descriptor(n, old)) => {
                    let stamp = self.outer_stamp(n, outer_serial);
                    let slot = self.fds.replace(n, old, stamp);
                    self.drop_slot(slot);
                }
                Some(Undo::Umask(mask)) => {
                    let _ = skosh_sys::fs::umask(mask);
                }
                None => break,
            }
        }
        self.journal.serial = outer_serial;
        self.positional = positional;
        if options.has(Opt::Posix) != self.options.has(Opt::Posix) {
            self.ifs.invalidate();
        }
        if options.has(Opt::Coalesce) != self.options.has(Opt::Coalesce) {
            self.fds.pool.set_coalesce(options.has(Opt::Coalesce));
        }
        self.options = options;
        self.traps = traps;
        self.aliases = aliases;
        self.interaction = interaction;
        let left = std::mem::replace(&mut self.jobs, jobs);
        self.adopt_orphans(left);
        let status = self.counters.status;
        self.counters = counters;
        self.counters.status = status;
        let moved = self.cwd.serial != cwd.serial;
        let back = cwd.clone();
        self.cwd = cwd;
        moved.then_some(back)
    }

    /// The line that the innermost subshell scope was entered on.
    pub fn subshell_line(&self) -> Option<u32> {
        self.subshells.last().map(|subshell| subshell.counters.line)
    }

    /// The innermost subshell scope, unless it is the shell's own environment.
    pub fn subshell(&self) -> Option<&Subshell> {
        self.subshells.last()
    }

    /// Whether the innermost environment is a subshell that lives in this process as a scope.
    #[inline]
    pub fn is_virtual(&self) -> bool {
        self.subshells.last().is_some_and(|subshell| !subshell.is_process)
    }

    /// In a new child: the innermost scope is now this process. What the scopes around it would put back is dropped, so that
    /// no descriptor of theirs stays open here.
    pub fn become_boundary(&mut self) {
        let Some(subshell) = self.subshells.last_mut() else { return };
        subshell.is_process = true;
        let (undo, saved) = (subshell.undo, subshell.saved);
        for entry in self.journal.undo.iter_mut().take(undo) {
            if let Undo::Descriptor(_, slot) = entry {
                *slot = Slot::Unknown;
            }
        }
        for entry in self.journal.saved.iter_mut().take(saved) {
            if let Saved::Descriptor(_, slot) = entry {
                *slot = Slot::Unknown;
            }
        }
        self.jobs = Jobs::default();
        self.orphans.clear();
    }

    /// The handle of the directory that the innermost subshell scope was entered in, for the first `cd` inside to fill.
    pub fn set_outer_handle(&mut self, handle: Rc<std::os::fd::OwnedFd>) {
        // Every enclosing scope that was entered in this same directory shares the handle.
        let serial = self.cwd.serial;
        for subshell in self.subshells.iter_mut().rev() {
            if subshell.cwd.handle.is_some() || subshell.cwd.serial != serial {
                break;
            }
            subshell.cwd.handle = Some(handle.clone());
        }
    }

    /// Whether the innermost subshell scope can come back to the directory it was entered in.
    pub fn has_outer_handle(&self) -> bool {
        self.subshells.last().is_none_or(|subshell| subshell.cwd.handle.is_some())
    }

    /// Logs the umask that the innermost subshell scope has to put back.
    pub fn log_umask(&mut self, old: u32) {
        if self.journal.serial != 0 {
            self.journal.undo.push(Undo::Umask(old));
        }
    }

    /// Begins a frame.
    #[inline]
    pub fn enter_frame(&mut self) -> Frame {
        Frame(self.journal.saved.len())
    }

    /// Ends a frame: what was saved in it is put back.
    #[inline]
    pub fn leave_frame(&mut self, frame: Frame) {
        while self.journal.saved.len() > frame.0 {
            match self.journal.saved.pop() {
                Some(Saved::Variable(sym, old)) => {
                    let stamp = self.vars.stamp(sym);
                    self.put_back_variable(sym, old);
                    self.vars.set_stamp(sym, stamp);
                }
                Some(Saved::Descriptor(n, old)) => {
                    let stamp = self.fds.stamp(n);
                    let slot = self.fds.replace(n, old, stamp);
                    self.drop_slot(slot);
                }
                Some(Saved::Options(options)) => self.options = options,
                None => break,
            }
        }
    }

    /// Whether anything was saved since `frame` began.
    pub fn frame_is_empty(&self, frame: Frame) -> bool {
        self.journal.saved.len() <= frame.0
    }

    /// Keeps what was changed since `frame` began (the redirections of `exec`, assignments before a special builtin).
    pub fn keep_frame(&mut self, frame: Frame) {
        let kept: Vec<Saved> = self.journal.saved.drain(frame.0..).collect();
        for entry in kept {
            if let Saved::Descriptor(_, slot) = entry {
                self.drop_slot(slot);
            }
        }
    }

    /// Saves a variable in the current frame, once per frame. Returns whether it was new there.
    pub fn save_variable(&mut self, frame: Frame, sym: Sym) -> bool {
        let known = self.journal.saved.iter().skip(frame.0).any(|e| matches!(e, Saved::Variable(s, _) if *s == sym));
        if !known {
            let old = self.vars.get(sym).cloned().unwrap_or_default();
            self.journal.saved.push(Saved::Variable(sym, old));
        }
        !known
    }

    /// Begins a call of a function or dot script. What is made local in it is put back by [`Shell::pop_call`].
    pub fn push_call(&mut self, mut call: Call) {
        call.frame = self.journal.locals.len();
        call.assigned = self.journal.saved.len();
        self.calls.push(call);
    }

    /// Ends the innermost call.
    pub fn pop_call(&mut self) {
        if let Some(call) = self.calls.pop()
            && call.function.is_some()
        {
            self.put_back_locals(call.frame);
        }
    }

    fn put_back_locals(&mut self, from: usize) {
        while self.journal.locals.len() > from {
            match self.journal.locals.pop() {
                Some(Saved::Variable(sym, old)) => {
                    // Inside of a subshell scope the value that is written over has to be logged first.
                    self.variable_mut(sym);
                    let stamp = self.vars.stamp(sym);
                    self.put_back_variable(sym, old);
                    self.vars.set_stamp(sym, stamp);
                }
                Some(Saved::Options(options)) => self.options = options,
                Some(Saved::Descriptor(..)) | None => break,
            }
        }
    }

    /// Where the locals of the innermost function call begin; `None` outside of functions.
    fn innermost_locals(&self) -> Option<usize> {
        self.calls.iter().rev().find(|call| call.function.is_some()).map(|call| call.frame)
    }

    /// Whether `sym` is local to the innermost function call.
    pub fn is_local(&self, sym: Sym) -> bool {
        self.innermost_locals().is_some_and(|from| {
            self.journal.locals.iter().skip(from).any(|e| matches!(e, Saved::Variable(s, _) if *s == sym))
        })
    }

    /// Makes a variable local to the innermost function call: its value and attributes come back when the call ends. They are
    /// not changed by this. Returns whether it was not local there already; `None` outside of functions.
    pub fn make_local(&mut self, sym: Sym) -> Option<bool> {
        self.innermost_locals()?;
        if self.is_local(sym) {
            return Some(false);
        }
        let old = self.vars.get(sym).cloned().unwrap_or_default();
        self.journal.locals.push(Saved::Variable(sym, old));
        Some(true)
    }

    /// Whether `sym` was assigned for the innermost function call: `x=1 f`.
    pub fn is_assigned_for_call(&self, sym: Sym) -> bool {
        let mut calls = self.calls.iter().rev().filter(|call| call.function.is_some());
        let Some(call) = calls.next() else { return false };
        let from = calls.next().map_or(0, |outer| outer.assigned);
        let entries = self.journal.saved.iter().take(call.assigned).skip(from);
        entries.into_iter().any(|e| matches!(e, Saved::Variable(s, _) if *s == sym))
    }

    /// Lets the assignment of `sym` before the builtin that is running (`x=1 export x`) outlive it. False when there is none.
    pub fn keep_assignment(&mut self, sym: Sym) -> bool {
        let from = self.calls.last().map_or(0, |call| call.assigned);
        let place = self.journal.saved.iter().rposition(|e| matches!(e, Saved::Variable(s, _) if *s == sym));
        match place {
            Some(place) if place >= from => {
                self.journal.saved.remove(place);
                true
            }
            _ => false,
        }
    }

    /// Takes value and attributes away from a variable that was just made local, whatever they are.
    pub fn reset_local(&mut self, sym: Sym, keep: Attributes) {
        let variable = self.variable_mut(sym);
        let before = variable.attrs;
        variable.value = crate::Value::Unset;
        variable.attrs = Attributes(before.0 & (keep.0 | Attributes::WATCHED.0)).with(Attributes::LOCAL);
        if before.has(Attributes::EXPORT) {
            self.env.invalidate();
        }
        if before.has(Attributes::WATCHED) {
            self.after_restore(sym);
        }
    }

    /// Whether some function call in progress made `sym` local.
    pub fn is_local_anywhere(&self, sym: Sym) -> bool {
        self.journal.locals.iter().any(|e| matches!(e, Saved::Variable(s, _) if *s == sym))
    }

    /// Unsets a variable that a function around the innermost one made local: what it was before that comes to light, for
    /// those functions, too (bash). False when it is not such a variable.
    pub fn unset_outer_local(&mut self, sym: Sym) -> bool {
        let Some(own) = self.innermost_locals() else { return false };
        let place = self.journal.locals.iter().rposition(|e| matches!(e, Saved::Variable(s, _) if *s == sym));
        let Some(place) = place.filter(|place| *place < own) else { return false };
        let scope = self.subshells.last().map_or(0, |subshell| subshell.locals);
        let old = if place >= scope {
            for call in &mut self.calls {
                call.frame -= usize::from(call.frame > place);
            }
            self.journal.locals.remove(place)
        } else {
            // The function belongs to the shell around this subshell and must find its entry.
            match self.journal.locals.get(place) {
                Some(Saved::Variable(sym, old)) => Saved::Variable(*sym, old.clone()),
                _ => return false,
            }
        };
        let Saved::Variable(_, old) = old else { return false };
        self.variable_mut(sym);
        let stamp = self.vars.stamp(sym);
        self.put_back_variable(sym, old);
        self.vars.set_stamp(sym, stamp);
        true
    }

    /// The value of an exported variable that a local without a value hides from the shell but not from its children (bash).
    pub(crate) fn hidden_export(&self, sym: Sym) -> Option<&[u8]> {
        self.journal.locals.iter().rev().find_map(|entry| match entry {
            Saved::Variable(s, old) if *s == sym && old.attrs.has(Attributes::EXPORT) => old.scalar(),
            _ => None,
        })
    }

    /// Makes the options local to the innermost function call (`local -`); false outside of functions.
    pub fn make_options_local(&mut self) -> bool {
        let Some(from) = self.innermost_locals() else { return false };
        if !self.journal.locals.iter().skip(from).any(|e| matches!(e, Saved::Options(_))) {
            self.journal.locals.push(Saved::Options(self.options));
        }
        true
    }

    /// Exchanges a variable that some function call in progress made local with its value outside of all functions
    /// (`declare -g`); a second call exchanges them back. False when no call made it local.
    pub fn swap_with_global(&mut self, sym: Sym) -> bool {
        let current = self.variable_mut(sym).clone();
        let entry = self.journal.locals.iter_mut().find_map(|entry| match entry {
            Saved::Variable(s, old) if *s == sym => Some(old),
            _ => None,
        });
        let Some(old) = entry else { return false };
        let outside = std::mem::replace(old, current);
        let stamp = self.vars.stamp(sym);
        self.put_back_variable(sym, outside);
        self.vars.set_stamp(sym, stamp);
        true
    }

    /// Puts the jobs of the innermost environment around this one that has some in the place of its own, if it has none itself, for
    /// `jobs` to list them. Gives what [`Shell::return_outer_jobs`] needs.
    pub fn borrow_outer_jobs(&mut self) -> Option<usize> {
        if !self.jobs.is_empty() {
            return None;
        }
        let index = self.subshells.iter().rposition(|subshell| !subshell.jobs.is_empty())?;
        self.return_outer_jobs(index);
        Some(index)
    }

    /// Puts borrowed jobs back.
    pub fn return_outer_jobs(&mut self, index: usize) {
        if let Some(subshell) = self.subshells.get_mut(index) {
            std::mem::swap(&mut self.jobs, &mut subshell.jobs);
        }
    }

    /// Notes the logical name of the working directory, also for the subshell scopes that were entered in it.
    pub fn set_directory_name(&mut self, name: Rc<[u8]>) {
        let serial = self.cwd.serial;
        for subshell in self.subshells.iter_mut().rev() {
            if subshell.cwd.serial != serial {
                break;
            }
            subshell.cwd.name.get_or_insert_with(|| name.clone());
        }
        self.cwd.name = Some(name);
    }

    /// Redirects logical descriptor `n` until the current frame ends.
    pub fn redirect(&mut self, n: u32, slot: Slot) {
        self.log_descriptor(n);
        let serial = self.journal.serial;
        let old = self.fds.replace(n, slot, serial);
        self.journal.saved.push(Saved::Descriptor(n, old));
    }

    /// Redirects logical descriptor `n` for good, which is to say until the subshell ends.
    pub fn set_descriptor(&mut self, n: u32, slot: Slot) {
        self.log_descriptor(n);
        let serial = self.journal.serial;
        let old = self.fds.replace(n, slot, serial);
        self.drop_slot(old);
    }

    fn log_descriptor(&mut self, n: u32) {
        if self.journal.must_log(self.fds.stamp(n)) {
            let serial = self.journal.serial;
            let old = self.fds.replace(n, Slot::Closed, serial);
            self.fds.replace(n, old.clone(), serial);
            self.journal.undo.push(Undo::Descriptor(n, old));
        }
    }

    /// A descriptor put back into the outer scope counts as logged there only if an entry of that scope exists.
    fn outer_stamp(&self, n: u32, outer: u64) -> u64 {
        if outer == 0 {
            return 0;
        }
        let start = self.subshells.last().map_or(0, |subshell| subshell.undo);
        let logged =
            self.journal.undo.iter().skip(start).any(|entry| matches!(entry, Undo::Descriptor(m, _) if *m == n));
        if logged { outer } else { 0 }
    }

    /// The files that descriptors of the innermost subshell refer to, now or when a frame inside of it ends.
    pub fn files(&self) -> impl Iterator<Item = &Rc<OpenFile>> {
        let frames = self.subshells.last().map_or(0, |subshell| subshell.saved);
        let later = self.journal.saved.iter().skip(frames).filter_map(|entry| match entry {
            Saved::Descriptor(_, Slot::Open(file)) => Some(file),
            _ => None,
        });
        self.fds.iter().map(|(_, file)| file).chain(later)
    }

    /// Puts `new` in the place of `old` wherever [`Shell::files`] finds it.
    pub fn replace_file(&mut self, old: &Rc<OpenFile>, new: &Rc<OpenFile>) {
        let users: Vec<u32> = self.fds.iter().filter(|(_, other)| Rc::ptr_eq(other, old)).map(|(n, _)| n).collect();
        for n in users {
            self.set_descriptor(n, Slot::Open(new.clone()));
        }
        let frames = self.subshells.last().map_or(0, |subshell| subshell.saved);
        for entry in self.journal.saved.iter_mut().skip(frames) {
            if let Saved::Descriptor(_, Slot::Open(file)) = entry
                && Rc::ptr_eq(file, old)
            {
                *file = new.clone();
            }
        }
    }

    /// Lets go of what a slot held.
    fn drop_slot(&mut self, slot: Slot) {
        if let Slot::Open(file) = slot
            && let Err(errno) = self.fds.release(file)
        {
            self.counters.write_error.get_or_insert(errno.0);
        }
    }

    fn put_back_variable(&mut self, sym: Sym, old: Variable) {
        let watched = self.vars.get(sym).map_or(Attributes::NONE, |variable| variable.attrs).with(old.attrs);
        let exported = watched.has(Attributes::EXPORT);
        self.vars.put(sym, old);
        if exported {
            self.env.invalidate();
        }
        if watched.has(Attributes::WATCHED) {
            self.after_restore(sym);
        }
    }
}
