"""A Spark of our own: a master and two workers, each a process, for as long as a test file runs. Not `local[2]`: what is
sent between processes, and lost and sent again, must be right, too."""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyspark

HOME = Path(pyspark.__file__).parent
STEP = 0.05  # seconds between two looks at a log
TIMEOUT = 1800  # seconds; only to end what hangs: Spark takes a process that is late for one that is lost
PATIENT = {key: f"{TIMEOUT}s" for key in ("spark.network.timeout", "spark.rpc.askTimeout", "spark.sql.broadcastTimeout")}


class SparkCluster:
    """Gives a session."""

    def __enter__(self):
        self.session = None
        try:
            return self.begin()
        except BaseException:
            self.__exit__()
            raise

    def begin(self):
        self.folder = tempfile.TemporaryDirectory(prefix="overt-spark-")
        self.path = Path(self.folder.name)
        self.processes = []
        (self.path / "events").mkdir()
        self.moved = tempfile.TemporaryDirectory(prefix="overt-spark-local-")  # blocks on their way between tasks
        self.environment = os.environ | {"SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable,
                                         "SPARK_LOG_DIR": str(self.path), "SPARK_WORKER_DIR": str(self.path / "work"),
                                         "SPARK_LOCAL_DIRS": self.moved.name,
                                         "SPARK_MASTER_OPTS": f"-Dspark.worker.timeout={TIMEOUT}"}
        os.environ.update(self.environment)
        self.start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0",
                   "--webui-port", "0")
        self.master = self.wait_for("master", r"Starting Spark master at (spark://\S+)")
        for name in ("worker1", "worker2"):
            self.start(name, "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory",
                       "700m", "--webui-port", "0", self.master)
        for name in ("worker1", "worker2"):
            self.wait_for(name, r"(Successfully registered with master)")
        from pyspark.sql import SparkSession

        self.session = (SparkSession.builder.master(self.master).appName("overt").config("spark.ui.enabled", "false")
                        .config("spark.driver.host", "127.0.0.1").config("spark.driver.memory", "700m")
                        .config("spark.executor.memory", "512m").config("spark.sql.shuffle.partitions", "4")
                        .config("spark.eventLog.enabled", "true").config("spark.eventLog.compress", "false")
                        .config("spark.eventLog.dir", f"file://{self.path}/events")
                        .config("spark.log.level", "ERROR").config(map=PATIENT).getOrCreate())
        return self

    def start(self, name, *arguments):
        with open(self.path / name, "w") as log:
            self.processes.append(subprocess.Popen([HOME / "bin" / "spark-class", *arguments], stdout=log, stderr=log,
                                                   stdin=subprocess.DEVNULL, cwd=self.path, env=self.environment))

    def wait_for(self, name, pattern):
        while True:
            said = (self.path / name).read_text()
            found = re.search(pattern, said)
            if found:
                return found.group(1)
            if self.processes[-1].poll() is not None:
                raise RuntimeError(said)
            time.sleep(STEP)

    def written(self):
        """Everything that Spark has written down of the run: events, logs."""
        return "".join(path.read_text(errors="replace") for path in self.path.rglob("*") if path.is_file()
                       and path.suffix not in (".jar", ".crc"))

    def files(self):
        """The content of every file that Spark has made, those of its blocks included."""
        for folder in (self.path, Path(self.moved.name)):
            for path in folder.rglob("*"):
                if path.is_file() and path.suffix not in (".jar", ".crc"):
                    yield path.read_bytes()

    def __exit__(self, *_):
        if self.session is not None:
            self.session.stop()
        for process in self.processes:
            process.terminate()
            process.wait(TIMEOUT)
        self.folder.cleanup()
        self.moved.cleanup()
