"""The studio as a process, and a browser without a face: what the tests of the studio share.

    with Studio(folder) as studio:
        visitor = studio.visitor()              # has opened the address: has the cookie
        answer = visitor.get("/roles")          # answer.status, answer.text, answer.headers
        visitor.post("/roles", {"role.0": "sensitive"})

    python3 x_test.py BIN_FOLDER
"""

import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
import uuid
from dataclasses import dataclass
from pathlib import Path

PEOPLE = "name,age,zip,condition\n" + "".join(
    f"SECRETname{i},{20 + i * 7 % 50},{1010 + i % 4},{['flu', 'cold', 'ulcer', 'asthma'][i % 4]}\n" for i in range(40))
TIMEOUT = 600  # seconds; only to end what hangs


def command():
    return str(Path(sys.argv[1]).resolve() / "overt")


@dataclass
class Answer:
    status: int
    headers: dict
    body: bytes

    @property
    def text(self):
        return self.body.decode()


def multipart(fields, files):
    """(content type, body) of a form, its fields in their order."""
    boundary = uuid.uuid4().hex
    body = b""
    for name, value in fields:
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + value.encode() + b"\r\n"
    for name, (file, content) in files:
        body += (f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n'
                 "Content-Type: application/octet-stream\r\n\r\n").encode() + content + b"\r\n"
    return f"multipart/form-data; boundary={boundary}", body + f"--{boundary}--\r\n".encode()


class Visitor:
    def __init__(self, port):
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.cookie = None
        self.token = None

    def ask(self, method, path, headers=None, body=None):
        """`headers` are put on top of those that a browser sends; None leaves one out."""
        sent = {"Host": self.host, "Cookie": self.cookie, "Connection": "close"}
        if method == "POST":
            sent |= {"Origin": f"http://{self.host}"}
        sent |= headers or {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        if body is not None and "Content-Length" not in sent:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders()
        try:
            if body is not None:
                connection.send(body)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has answered already
        answer = connection.getresponse()
        result = Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        connection.close()
        return result

    def get(self, path, **headers):
        return self.ask("GET", path, headers)

    def post(self, path, fields=(), files=(), headers=None, token=True):
        fields = list(fields.items()) if isinstance(fields, dict) else list(fields)
        if token:
            fields = [("token", self.form_token()), *fields]
        kind, body = multipart(fields, list(files))
        return self.ask("POST", path, {"Content-Type": kind} | (headers or {}), body)

    def form_token(self):
        if self.token is None:
            self.token = re.search(r'name="token" value="([0-9a-f]{64})"', self.get("/").text)[1]
        return self.token

    def events(self):
        """What the stream of news says until the task is over."""
        while True:
            text = self.get("/events").text
            last = re.findall(r'^data: (.*)$', text, re.MULTILINE)[-1]
            if '"state":"running"' not in last.replace(" ", ""):
                return last

    def done(self, answer):
        """A task was started: waits for its end."""
        assert answer.status == 303, (answer.status, re.findall(r'id="error">.*?</div>', answer.text, re.DOTALL))
        news = self.events()
        assert '"state":"done"' in news, self.get("/progress").text
        return news


class Studio:
    def __init__(self, folder, *flags, temporary=None):
        self.folder = Path(folder)
        self.temporary = Path(temporary or folder / ".." / (self.folder.name + "-tmp")).resolve()
        self.temporary.mkdir(exist_ok=True)
        self.process = subprocess.Popen([command(), "studio", "--no-browser", "--folder", str(folder), *flags],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env=os.environ | {"TMPDIR": str(self.temporary)})
        line = self.process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{64}))", line)
        assert found, (line, self.process.stderr.read() if self.process.poll() is not None else "")
        self.address, self.port, self.token = found[1], int(found[2]), found[3]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def stranger(self):
        return Visitor(self.port)

    def visitor(self):
        visitor = Visitor(self.port)
        opened = visitor.get(f"/?token={self.token}")
        visitor.cookie = opened.headers["set-cookie"].split(";")[0]
        return visitor

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            out, err = self.process.communicate(timeout=TIMEOUT)
        except ValueError:  # read already
            out = err = ""
        return self.process.returncode, out, err


def work_folder(add_cleanup, *tables):
    """An empty folder with these tables (name, content), in one of its own that is removed in the end."""
    root = tempfile.TemporaryDirectory(prefix="overt-studio-")
    add_cleanup(root.cleanup)
    folder = Path(root.name) / "work"
    folder.mkdir()
    for name, content in tables:
        (folder / name).write_text(content)
    return folder


ROLES = {"role.0": "identifying", "role.1": "quasi_identifying", "role.2": "quasi_identifying", "role.3": "sensitive",
         "missing_sensitive": "error", "act": "roles"}
PROMISE = {"l": "2", "min_group": "1", "method": "local", "form": "generalized", "format": "csv"}


def choose_all(visitor, table=PEOPLE, name="people.csv", promise=PROMISE):
    """From the upload to the promise."""
    visitor.done(visitor.post("/table", files=[("table", (name, table.encode()))]))
    answer = visitor.post("/roles", ROLES)
    assert answer.status == 303, answer.text
    answer = visitor.post("/promise", promise)
    assert answer.status == 303, answer.text
