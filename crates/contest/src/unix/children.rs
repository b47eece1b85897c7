//! The processes that run the programs under test.
//!
//! A program under test is a child of a server, which runs one program at a time. A [reaper](super::reaper) watches each
//! server. Servers are started when they are needed, and are used again. After they are stopped, no program runs, and no
//! program starts.

use super::super::runner::{Ran, Request, stopped};
use super::messages::{read_answer, send_request};
use super::reaper::{FOLDER, serve};
use std::io::{self, BufReader};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use wythoff::internal::shown_path;
use wythoff::{Error, Result};

/// The servers. By default they are threads of this process. Then programs may continue to run after a SIGKILL of this
/// process.
#[derive(Debug)]
pub struct Children {
    /// Starts a process that calls [`super::reaper::watch_server`].
    reaper: Option<fn() -> io::Result<Command>>,
    /// A folder that is removed when the servers are stopped. It is created on first use.
    folder: OnceLock<TempDir>,
    /// `None` after the servers are stopped.
    servers: Mutex<Option<Servers>>,
}

#[derive(Debug, Default)]
struct Servers {
    all: Vec<Arc<Server>>,
    idle: Vec<Arc<Server>>,
}

#[derive(Debug)]
struct Server {
    /// When this is closed, the server ends its program and itself.
    socket: UnixStream,
    host: Mutex<Host>,
}

/// Where a server runs.
#[derive(Debug)]
enum Host {
    Process(Child),
    Thread(JoinHandle<()>),
}

/// The longest time to wait for the end of the servers.
const END: Duration = Duration::from_secs(1);

impl Default for Children {
    fn default() -> Self {
        Self {
            reaper: None,
            folder: OnceLock::new(),
            servers: Mutex::new(Some(Servers::default())),
        }
    }
}

impl Children {
    /// `reaper` is the command of a process that calls [`super::reaper::watch_server`]. If it can't be started, a server
    /// is a thread of this process.
    pub fn with_reaper(reaper: fn() -> io::Result<Command>) -> Self {
        Self {
            reaper: Some(reaper),
            ..Self::default()
        }
    }

    /// A folder for programs. If this is called before the first run, the folder is removed even if this process is killed.
    pub(crate) fn folder(&self) -> io::Result<&Path> {
        if self.folder.get().is_none() {
            let folder = tempfile::tempdir()?;
            let _ = self.folder.set(folder);
        }
        self.existing_folder()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn existing_folder(&self) -> Option<&Path> {
        self.folder.get().map(TempDir::path)
    }

    /// Ends every program, prevents new ones from starting, and removes the folder. Can be called from any thread. A
    /// [`Program::run`](super::super::Program::run) in another thread returns an error.
    pub fn stop(&self) {
        let Some(servers) = self.lock().take() else {
            return;
        };
        for server in &servers.all {
            let _ = server.socket.shutdown(std::net::Shutdown::Both);
        }
        let start = Instant::now();
        for server in &servers.all {
            let mut host = server.host.lock().unwrap_or_else(PoisonError::into_inner);
            while !host.has_ended() && start.elapsed() < END {
                thread::sleep(Duration::from_micros(200));
            }
        }
        if let Some(folder) = self.existing_folder() {
            // The reapers may have removed the folder already.
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    pub(crate) fn run(&self, request: &Request<'_>) -> Result<Ran> {
        let server = self.idle_server()?;
        let answer = server.answer(request);
        let mut servers = self.lock();
        let Some(servers) = servers.as_mut() else {
            return Err(stopped());
        };
        let answer = answer.map_err(|_| {
            let ended = Error::from(io::Error::other(
                "the process that starts it has ended unexpectedly",
            ));
            ended.about(shown_path(Path::new(request.program())))
        })?;
        servers.idle.push(server);
        answer
    }

    fn idle_server(&self) -> Result<Arc<Server>> {
        // A server is started under the lock. So a stop either finds the server, or prevents its start.
        let mut servers = self.lock();
        let servers = servers.as_mut().ok_or_else(stopped)?;
        if let Some(server) = servers.idle.pop() {
            return Ok(server);
        }
        let server = Arc::new(Server::start(self.reaper, self.existing_folder())?);
        servers.all.push(Arc::clone(&server));
        Ok(server)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Servers>> {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// The reaper of the server removes `folder`, too.
    fn start(
        reaper: Option<fn() -> io::Result<Command>>,
        folder: Option<&Path>,
    ) -> io::Result<Self> {
        let (socket, other_end) = UnixStream::pair()?;
        let start_process = |reaper: fn() -> io::Result<Command>| {
            let mut command = reaper()?;
            command.env_remove(FOLDER);
            command.envs(folder.map(|folder| (FOLDER, folder)));
            command.stdin(OwnedFd::from(other_end.try_clone()?));
            // The server must not keep the output of this process open: a program that reads this output waits for its end.
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn()
        };
        let host = match reaper.map(start_process) {
            Some(Ok(process)) => Host::Process(process),
            None | Some(Err(_)) => Host::Thread(thread::Builder::new().spawn(move || {
                serve(&other_end, || ());
            })?),
        };
        Ok(Self {
            socket,
            host: Mutex::new(host),
        })
    }

    /// Errors (outer): the server has ended.
    fn answer(&self, request: &Request<'_>) -> io::Result<Result<Ran>> {
        send_request(&self.socket, request)?;
        read_answer(&mut BufReader::new(&self.socket))
    }
}

impl Host {
    fn has_ended(&mut self) -> bool {
        match self {
            Self::Process(process) => !matches!(process.try_wait(), Ok(None)),
            Self::Thread(thread) => thread.is_finished(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::program::Program;
    use super::super::super::runner::{End, Limits};
    use super::super::process::tests::is_alive;
    use super::super::reaper;
    use super::*;
    use std::ffi::OsString;
    use std::fs;

    /// The environment variable that tells the process of [`a_process_of_the_tests`] what to do.
    const ROLE: &str = "WYTHOFF_TEST_REAPER";

    fn process(role: &str) -> io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--exact", "unix::children::tests::a_process_of_the_tests"]);
        command.env(ROLE, role);
        Ok(command)
    }

    fn start_reaper() -> io::Result<Command> {
        process("reaper")
    }

    /// The tests below start this binary with only this test. Then it acts as the reaper or as the server.
    #[test]
    fn a_process_of_the_tests() {
        match std::env::var(ROLE).as_deref() {
            Ok("reaper") => reaper::watch_server(&mut process("server").unwrap()).unwrap(),
            Ok("server") => reaper::serve_stdin().unwrap(),
            _ => {}
        }
    }

    fn program(script: &str, children: Children) -> Program {
        Program {
            command: ["sh", "-c", script].map(OsString::from).into(),
            limits: Limits {
                time: Duration::from_secs(100),
                memory: 256 << 20,
            },
            children: Arc::new(children),
        }
    }

    #[test]
    fn a_stop_ends_all_and_lets_none_start() {
        for children in [Children::default(), Children::with_reaper(start_reaper)] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("process");
            let script = format!("echo $$ > '{}'; sleep 1000", file.display());
            let program = program(&script, children);
            let start = Instant::now();
            let process = thread::scope(|scope| {
                let run = scope.spawn(|| program.run(b"", 0));
                let process = loop {
                    let process = fs::read_to_string(&file).unwrap_or_default();
                    if process.ends_with('\n') || run.is_finished() {
                        break process;
                    }
                    thread::sleep(Duration::from_millis(1));
                };
                assert!(is_alive(&process));
                program.children.stop();
                assert!(run.join().unwrap().is_err());
                process
            });
            assert!(!is_alive(&process) && program.run(b"", 0).is_err());
            assert!(start.elapsed() < Duration::from_secs(50));
        }
    }

    /// A program also runs without a reaper. A server is used again.
    #[test]
    fn the_same_server_runs_one_program_after_another() {
        let no_reaper = || Err(io::ErrorKind::NotFound.into());
        for children in [
            Children::with_reaper(no_reaper),
            Children::with_reaper(start_reaper),
        ] {
            let program = program("cat; echo $PPID", children);
            let mut parents = Vec::new();
            for _ in 0..3 {
                let ran = program.run(b"x", 2).unwrap();
                assert_eq!(ran.end, End::Exit(0));
                let printed = String::from_utf8(ran.stdout).unwrap();
                parents.push(printed.strip_prefix('x').unwrap().to_owned());
            }
            parents.dedup();
            assert_eq!(parents.len(), 1);
            program.children.stop();
            let own = std::process::id().to_string();
            assert!(parents[0].trim() == own || !is_alive(&parents[0]));
        }
    }

    /// The processes of the program left their group, and are killed. A process of this test is not killed.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_left_after_a_run_is_killed() {
        let mut other = Command::new("setsid")
            .args(["sleep", "1000"])
            .spawn()
            .unwrap();
        let program = program(
            "setsid sh -c 'echo $$; sleep 1000 & echo $!; setsid sleep 1000 & echo $!; wait' &
             sleep 0.2; setsid sleep 1000 & echo $!",
            Children::with_reaper(start_reaper),
        );
        let ran = program.run(b"", 100).unwrap();
        let printed = String::from_utf8(ran.stdout).unwrap();
        let processes: Vec<_> = printed.lines().collect();
        assert_eq!(processes.len(), 4, "{printed}");
        assert!(!processes.iter().any(|process| is_alive(process)));
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }

    /// A program kills its parent, which is the server. The reaper then kills the program and its children.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_left_by_a_server_is_killed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("processes");
        let script = format!(
            "setsid sleep 1000 & echo $! $$ > '{}'; kill -9 $PPID; sleep 1000",
            file.display()
        );
        let program = program(&script, Children::with_reaper(start_reaper));
        assert_eq!(
            program.run(b"", 0).unwrap_err().to_string(),
            "sh: the process that starts it has ended unexpectedly"
        );
        // The socket is closed when the reaper has killed them.
        let processes = fs::read_to_string(&file).unwrap();
        let mut processes = processes.split_whitespace();
        assert!(processes.clone().count() == 2 && !processes.any(is_alive));
    }
}
