"""A PostgreSQL of our own, on a Unix socket in a temporary folder, for as long as a test file runs.

    class Databases(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            cls.cluster = cls.enterClassContext(Cluster())

        def test_something(self):
            self.cluster.sql("create table patients ...")
            ... self.cluster.name ...          # postgresql:///overt?host=/tmp/..

PostgreSQL does not run as root: then it runs as the user postgres, whom Debian's package makes."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

TIMEOUT = 600  # seconds; only to end what hangs: a server may take its time on a busy machine
SETTINGS = {"listen_addresses": "", "fsync": "off", "full_page_writes": "off", "synchronous_commit": "off",
            "shared_buffers": "16MB", "max_connections": "20", "autovacuum": "off", "logging_collector": "off",
            "authentication_timeout": TIMEOUT}
ENVIRONMENT = {"PATH": os.environ["PATH"], "PGCTLTIMEOUT": str(TIMEOUT)}


def programs():
    """Where initdb and pg_ctl are."""
    found = shutil.which("pg_config")
    if found:
        folder = subprocess.run([found, "--bindir"], capture_output=True, text=True, check=True).stdout.strip()
        if (Path(folder) / "initdb").exists():
            return Path(folder)
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if installed:
        return installed[-1].parent
    return Path(shutil.which("initdb") or "/nowhere/initdb").resolve().parent


class Cluster:
    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="overt-postgres-"))
        self.user = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self.user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        self.folder.chmod(0o755)  # the socket is for everybody on this machine who knows where it is
        self.run("initdb", "--pgdata", self.folder / "data", "--username", "overt", "--auth", "trust", "--no-sync",
                 "--encoding", "UTF8", "--locale", "C")
        self.start()
        self.sql("create database overt", database="postgres")
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder)

    def run(self, program, *arguments):
        done = subprocess.run([programs() / program, *map(str, arguments)], cwd=self.folder, env=ENVIRONMENT,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=TIMEOUT, **self.user)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}")

    def start(self):
        settings = " ".join(f"-c {key}='{value}'" for key, value in SETTINGS.items())
        # pg_ctl hands its output on to the server, which would keep a pipe open.
        done = subprocess.run([programs() / "pg_ctl", "start", "--wait", "--silent", "-D", self.folder / "data", "-l",
                               self.folder / "log", "-o", f"-k {self.folder} {settings}"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=ENVIRONMENT, timeout=TIMEOUT, **self.user)
        if done.returncode != 0:
            raise RuntimeError((self.folder / "log").read_text())

    def stop(self):
        self.run("pg_ctl", "stop", "--wait", "--silent", "--mode", "immediate", "-D", self.folder / "data")

    def address(self, database="overt", user="overt"):
        return f"postgresql://{user}@/{database}?host={quote(str(self.folder), safe='')}"

    @property
    def name(self):
        return self.address()

    def sql(self, text, database="overt", user="overt"):
        """Rows of the last statement, as texts with tabs between them."""
        done = subprocess.run([programs() / "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
                               "--field-separator", "\t", "--set", "ON_ERROR_STOP=1", self.address(database, user)],
                              input=text, capture_output=True, text=True, timeout=TIMEOUT)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout

    def session(self):
        """A psql that stays: commands go into stdin, what it prints comes out of stdout."""
        return subprocess.Popen([programs() / "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", self.name],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    @staticmethod
    def end(session):
        session.communicate("rollback;\n\\q\n", timeout=TIMEOUT)

    def small_disk(self, name, size):
        """Mounts one for a tablespace, in the folder `name`; false where that is not allowed."""
        if not self.user:
            return False
        place = self.folder / name
        place.mkdir()
        options = f"size={size},uid={self.user['user']},gid={self.user['group']},mode=700"
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", place], capture_output=True).returncode == 0
        if not mounted:
            place.rmdir()
        return mounted

    def without_small_disk(self, name):
        self.sql("alter database overt reset default_tablespace")
        self.sql(f"drop tablespace if exists {name}", database="postgres")
        subprocess.run(["umount", self.folder / name], check=True)
        (self.folder / name).rmdir()
