//! Tests who may read and write an output.

use super::*;
use rustix::fs::{XattrFlags, getxattr, setxattr};

/// A new file follows the umask. A replaced file keeps its mode.
#[test]
fn modes() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    for (before, mode) in [
        ("rm -f out; umask 022", "644"),
        ("rm -f out; umask 077", "600"),
        ("rm -f out; umask 000", "666"),
        ("rm -f out; umask 027", "640"),
        ("echo old > out; chmod 200 out; umask 022", "200"),
        ("echo old > out; chmod 664 out; umask 022", "664"),
        ("echo old > out; chmod 777 out; umask 022", "777"),
    ] {
        for command in [
            "solve in -o out",
            "gen -o out --answers /dev/null",
            "gen -o /dev/null --answers out",
        ] {
            let script = format!(
                "{before}; $W {command} && stat -c %a out && chmod u+r out && ! grep old out"
            );
            let run = shell(&script, folder.path()).expect(0);
            assert_eq!(run.text().trim(), mode, "{script}");
        }
    }
}

/// A replaced file keeps its owner and its group. If the user may not give them to the new file, it is not replaced.
#[test]
fn a_replaced_file_keeps_its_owner() {
    let Some(as_another) = as_another_user() else {
        return;
    };
    let folder = Folder::new();
    folder.file("in", TEXT);
    let out = folder.path().join("out");
    let script =
        "echo old > out && cp \"$W\" w && chmod 755 w && chmod 777 . && chown 65534:65533 out";
    shell(script, folder.path()).expect(0);
    shell("\"$W\" solve in -o out", folder.path()).expect(0);
    let meta = fs::metadata(&out).expect("the output");
    assert_eq!((meta.uid(), meta.gid()), (65534, 65533));
    let owner = "Operation not permitted";
    let write = "Permission denied";
    for (rights, why) in [
        // Files of another owner, or only of another group.
        ("chown 0:0 out; chmod 606 out", owner),
        ("chown 65534:0 out; chmod 660 out", owner),
        // Files that `>` could not write, either.
        ("chown 0:0 out; chmod 604 out", write),
        ("chown 65534:65534 out; chmod 400 out", write),
    ] {
        folder.file("out", "old\n");
        let script = format!("{rights}; {as_another} ./w solve in -o out");
        let run = shell(&script, folder.path()).expect(2);
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

/// A replaced file keeps its access control list, and gets no other.
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
