"""No core dump holds the secret table: the limit is 0 and no other process may look into the
memory, unless OVERT_CORE=1."""

import ctypes
import os
import resource
import signal
import subprocess

from overt_command import OvertTest, command, main, wait_for_handlers

CAP_SYS_PTRACE, PR_CAPBSET_DROP = 19, 24


def as_any_user():
    """In the child: root may look no further than anybody else."""
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0) != 0:
        raise OSError("prctl")


def in_child():
    as_any_user()
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


class CoreDumps(OvertTest):
    def look(self, **environment):
        """(limits of the size of a core, whether another process may look into the memory, whether a core was dumped)"""
        os.mkfifo(self.folder / "pipe")
        process = subprocess.Popen([command(), "inspect", "pipe"], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=in_child,
                                   env=os.environ | environment)
        try:
            wait_for_handlers(process)
            limits = resource.prlimit(process.pid, resource.RLIMIT_CORE)
            seen = subprocess.run(["readlink", f"/proc/{process.pid}/exe"], capture_output=True,
                                  preexec_fn=as_any_user).returncode == 0
        finally:
            process.send_signal(signal.SIGSEGV)
            status = os.waitpid(process.pid, 0)[1]
            process.returncode = status
        (self.folder / "pipe").unlink()
        return limits, seen, os.WIFSIGNALED(status) and os.WCOREDUMP(status)

    def test_there_is_none(self):
        self.assertEqual(self.look(OVERT_CORE=""), ((0, 0), False, False))
        self.assertEqual(self.tree(), {})

    def test_unless_it_is_asked_for(self):
        limits, seen, _ = self.look(OVERT_CORE="1")  # whether the system dumps it is the system's affair
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        self.assertEqual((limits, seen), ((hard, hard), True))


if __name__ == "__main__":
    main()
