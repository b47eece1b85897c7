//! Who may read and write an output.

use super::*;
use rustix::fs::{XattrFlags, getxattr, setxattr};

/// Runs the program as another user than root.
const AS_NOBODY: &str = "setpriv --reuid 65534 --regid 65534 --clear-groups ./w";

#[test]
fn a_new_file_follows_the_umask() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    for (umask, mode) in [
        ("022", 0o644),
        ("077", 0o600),
        ("000", 0o666),
        ("027", 0o640),
    ] {
        let _ = fs::remove_file(folder.path().join("out"));
        shell(
            &format!("umask {umask}; \"$W\" solve -o out in"),
            folder.path(),
        )
        .expect(0);
        let meta = fs::metadata(folder.path().join("out")).expect("the output");
        assert_eq!(meta.permissions().mode() & 0o7777, mode, "umask {umask}");
    }
}

#[test]
fn a_replaced_file_keeps_its_mode() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    let out = folder.path().join("out");
    for mode in [0o200, 0o664, 0o777] {
        for command in [
            "solve in -o out",
            "gen -o out --answers /dev/null",
            "gen -o /dev/null --answers out",
        ] {
            let _ = fs::remove_file(&out);
            fs::write(&out, "old").expect("it is written");
            fs::set_permissions(&out, fs::Permissions::from_mode(mode)).expect("it is ours");
            let script = format!("umask 022; \"$W\" {command}; code=$?; chmod u+r out; exit $code");
            shell(&script, folder.path()).expect(0);
            let meta = fs::metadata(&out).expect("the output");
            let mode = mode | 0o400;
            assert_eq!(meta.permissions().mode() & 0o7777, mode, "{script}");
            assert_ne!(fs::read(&out).expect("the output"), b"old", "{script}");
        }
    }
}

/// A replaced file keeps its owner and its group. If the user may not give them to the new file, it is not replaced.
#[test]
fn a_replaced_file_keeps_its_owner() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    let out = folder.path().join("out");
    let script =
        "echo old > out && cp \"$W\" w && chmod 755 w && chmod 777 . && chown 65534:65533 out";
    if shell(script, folder.path()).code != Some(0) || !has("setpriv") {
        skipped("root that may give files away");
        return;
    }
    shell("\"$W\" solve in -o out", folder.path()).expect(0);
    let meta = fs::metadata(&out).expect("the output");
    assert_eq!((meta.uid(), meta.gid()), (65534, 65533));
    let owner = "Operation not permitted";
    let write = "Permission denied";
    for (rights, why) in [
        // Of another owner, or only of another group.
        ("chown 0:0 out; chmod 606 out", owner),
        ("chown 65534:0 out; chmod 660 out", owner),
        // Files to which `>` could not write.
        ("chown 0:0 out; chmod 604 out", write),
        ("chown 65534:65534 out; chmod 400 out", write),
    ] {
        folder.file("out", "old\n");
        let run = shell(
            &format!("{rights}; {AS_NOBODY} solve in -o out"),
            folder.path(),
        );
        let run = run.expect(2);
        assert!(run.stderr.starts_with("wythoff: out: "), "{run:?}");
        assert!(run.stderr.ends_with(&format!("{why}\n")), "{run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        assert_eq!(fs::read(&out).expect("the old file"), b"old\n", "{rights}");
        assert_eq!(folder.names(), ["in", "out", "w"], "{rights}");
    }
}

/// Changes of the folder and of the file that is replaced.
#[cfg(target_os = "linux")]
const LISTS: &str = "
setfacl -m u:1:r,g:2:rw out
# The mask is where the rights of the group usually are.
chmod 660 out; setfacl -m u:1:rw,g::--- out
setfacl -m u:1:rw,m::r out
# The folder's list must not reach the new file.
setfacl -d -m u:1:rwx,g:2:rw . ; chmod 644 out
setfacl -d -m u:1:rwx,g:2:rw . ; setfacl -m u:3:r out
";

/// A replaced file keeps its access control list, and has no other.
#[cfg(target_os = "linux")]
#[test]
fn a_replaced_file_keeps_its_list() {
    let folder = Folder::new();
    if !has("setfacl") {
        return;
    }
    if shell("touch out; setfacl -m u:1:r out", folder.path()).code != Some(0) {
        skipped("a file system with access control lists");
        return;
    }
    // Without /proc the output has a temporary name.
    let named = "unshare -m sh -c 'mount -t tmpfs none /proc && exec \"$W\" solve in -o out'";
    let mut ways = vec!["\"$W\" solve in -o out"];
    ways.extend(may_mount().then_some(named));
    for solve in ways {
        for [change] in rows(LISTS) {
            folder.file("in", TEXT);
            let script = format!(
                "rm out; echo old > out; {change} && getfacl out > before && {solve} && getfacl out | diff before - \
                 && cat out; setfacl -b ."
            );
            let run = shell(&script, folder.path()).expect(0);
            assert_eq!(run.text(), ANSWERS, "{script}: {}", run.stderr);
        }
    }
}

/// A replaced file keeps the attributes that users give to it.
#[cfg(target_os = "linux")]
#[test]
fn a_replaced_file_keeps_its_attributes() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    let out = folder.file("out", "old\n");
    let attributes = [("user.origin", "seed 7"), ("user.empty", "")];
    for (name, value) in attributes {
        if setxattr(&out, name, value.as_bytes(), XattrFlags::CREATE).is_err() {
            skipped("a file system with attributes");
            return;
        }
    }
    shell("\"$W\" solve in -o out", folder.path()).expect(0);
    assert_eq!(fs::read_to_string(&out).expect("the output"), ANSWERS);
    for (name, value) in attributes {
        let mut kept = [0; 9];
        let size = getxattr(&out, name, &mut kept[..]).expect("the attribute");
        assert_eq!(&kept[..size], value.as_bytes());
    }
}

/// The rights of the old file may change during the run.
#[test]
fn a_file_that_becomes_private_during_the_run() {
    let folder = Folder::new();
    let script = "echo old > out; chmod 644 out; (echo 1 2; sleep 0.3; chmod 600 out) | \"$W\" solve -o out; \
                  stat -c %a out; cat out";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!(run.text(), "600\n0\n");
}

/// Others can't open a temporary file that will replace a private file, not even before it has the rights of that file.
#[cfg(target_os = "linux")]
#[test]
fn a_temporary_file_is_private() {
    let folder = Folder::new();
    if !may_mount() || !may_trace() {
        return;
    }
    // Without /proc the output has a temporary name.
    let script = "umask 0; echo old > out; strace -f -e trace=openat -o trace unshare -m sh -c 'mount -t tmpfs none /proc \
                  && exec \"$W\" solve -o out'; grep 'partial.*O_CREAT' trace";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!(run.text().lines().count(), 1, "{run:?}");
    assert!(run.text().contains("|O_CLOEXEC, 0600) = "), "{run:?}");
}
