"""Attacks on the studio, each of which must fail: the studio holds a secret table, and every program and every web page
on the machine can reach its port.

    python3 security_test.py BIN_FOLDER
"""

import socket
import stat
import sys
import unittest
from pathlib import Path

from studio_process import PEOPLE, Studio, Visitor, choose_all, work_folder

PAGES = ["/", "/roles", "/promise", "/compare", "/release", "/after", "/verify", "/explain", "/job", "/progress", "/events",
         "/job.toml", "/release.zip", "/report", "/custodian/report", "/studio.css", "/studio.js", "/hierarchy?column=1"]
FORMS = ["/table", "/types", "/roles", "/hierarchy", "/promise", "/compare", "/choose", "/release", "/custodian", "/after",
         "/verify", "/explain", "/job", "/cancel", "/quit"]


class Security(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = work_folder(cls.addClassCleanup, ("people.csv", PEOPLE))
        cls.root = cls.folder.parent
        (cls.root / "outside.csv").write_text(PEOPLE)
        (cls.folder / "link.csv").symlink_to(cls.root / "outside.csv")
        cls.studio = Studio(cls.folder)
        cls.addClassCleanup(cls.studio.end)
        cls.visitor = cls.studio.visitor()
        choose_all(cls.visitor)

    def uploads(self):
        return sum(1 for path in self.studio.temporary.rglob("*") if path.is_file())

    def test_it_listens_on_the_loopback_interface_only(self):
        listening = [line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
                     if line.split()[3] == "0A" and int(line.split()[1].split(":")[1], 16) == self.studio.port]
        self.assertEqual(listening, [f"0100007F:{self.studio.port:04X}"])
        six = Path("/proc/net/tcp6")
        ports = [int(line.split()[1].split(":")[1], 16) for line in six.read_text().splitlines()[1:]
                 if line.split()[3] == "0A"] if six.exists() else []
        self.assertNotIn(self.studio.port, ports)

    def test_two_programs_cannot_share_the_port(self):
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            with self.assertRaises(OSError):
                other.bind(("127.0.0.1", self.studio.port))

    def test_no_token_no_page(self):
        stranger = self.studio.stranger()
        for cookie in [None, "", f"overt_studio_{self.studio.port}=", f"overt_studio_{self.studio.port}=" + "0" * 64,
                       f"overt_studio_{self.studio.port}={self.studio.token}"]:
            stranger.cookie = cookie
            for page in PAGES:
                answer = stranger.get(page)
                self.assertEqual(answer.status, 403, page)
                self.assertNotIn("condition", answer.text)
                self.assertNotIn("set-cookie", answer.headers)
            for form in FORMS:
                self.assertEqual(stranger.post(form, token=False).status, 403, form)
        for token in ["", "0" * 64, self.studio.token[:-1], self.studio.token + "0", self.studio.token.upper()]:
            self.assertEqual(stranger.get(f"/?token={token}").status, 403)

    def test_the_token_becomes_a_cookie_and_leaves_the_address(self):
        opened = self.studio.stranger().get(f"/?token={self.studio.token}")
        self.assertRegex(opened.headers["set-cookie"], r"^overt_studio_\d+=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Strict$")
        self.assertNotIn(self.studio.token, opened.headers["set-cookie"] + opened.text)

    def test_a_foreign_host_is_refused(self):
        for host in ["evil.example", f"evil.example:{self.studio.port}", "127.0.0.1", f"127.0.0.1:{self.studio.port + 1}",
                     f"localhost:{self.studio.port}.evil.example", None]:
            for page in PAGES + [f"/?token={self.studio.token}"]:
                answer = self.visitor.get(page, Host=host)
                self.assertIn(answer.status, [400, 403], (host, page))
                self.assertNotIn("condition", answer.text)

    def test_two_hosts_are_none(self):
        with socket.create_connection(("127.0.0.1", self.studio.port)) as plain:
            plain.sendall(f"GET / HTTP/1.1\r\nHost: {self.visitor.host}\r\nHost: evil.example\r\n"
                          f"Cookie: {self.visitor.cookie}\r\nConnection: close\r\n\r\n".encode())
            self.assertIn(b" 403 ", plain.makefile("rb").readline())

    def test_a_foreign_origin_changes_nothing(self):
        token = self.visitor.form_token()
        for origin in ["http://evil.example", "null", f"http://127.0.0.1:{self.studio.port + 1}", "https://127.0.0.1", None,
                       f"http://evil.example:{self.studio.port}"]:
            for form in FORMS:
                answer = self.visitor.post(form, {"token": token}, headers={"Origin": origin}, token=False)
                self.assertEqual(answer.status, 403, (origin, form))
        for site in ["cross-site", "same-site", "none"]:
            self.assertEqual(self.visitor.post("/cancel", headers={"Sec-Fetch-Site": site}).status, 403)
        self.assertIsNone(self.studio.process.poll(), "it was ended by a foreign page")
        self.assertIn("people.csv", self.visitor.get("/").text)

    def test_a_form_without_its_own_token_is_not_taken(self):
        before = self.uploads()
        for form in FORMS:
            for fields in [{}, {"token": "0" * 64}, {"other": "x", "token": self.visitor.form_token()}]:
                answer = self.visitor.post(form, fields, [("table", ("a.csv", b"a\n1\n"))], token=False)
                self.assertEqual(answer.status, 403, (form, fields.keys()))
        self.assertEqual(self.uploads(), before, "an upload of a stranger was kept")
        answer = self.visitor.ask("POST", "/quit", {"Content-Type": "application/x-www-form-urlencoded"},
                                  b"token=" + self.visitor.form_token().encode())
        self.assertEqual(answer.status, 415)
        self.assertIsNone(self.studio.process.poll())

    def test_nothing_changes_by_get(self):
        for form in FORMS:
            self.assertIn(self.visitor.get(form).status, [200, 303, 404], form)
        self.assertIsNone(self.studio.process.poll())
        for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]:
            self.assertIn(self.visitor.ask(method, "/table").status, [400, 405], method)

    def test_a_path_leads_nowhere_but_below_the_folder(self):
        for path in ["../outside.csv", "/etc/passwd", "link.csv", str(self.root / "outside.csv"), "..", "people.csv/../../outside.csv",
                     "people.csv\0.txt", "./../outside.csv"]:
            answer = self.visitor.post("/table", {"path": path})
            self.assertEqual(answer.status, 422, path)
            self.assertIn("no such file below", answer.text)
            answer = self.visitor.post("/verify", {"folder": path})
            self.assertEqual(answer.status, 422, path)
        for output in ["../evil", "/tmp/evil", "a/b", ".hidden", "..", "-x", ""]:
            answer = self.visitor.post("/release", {"output": output, "once": "yes"})
            self.assertEqual(answer.status, 422, output)
        for page in ["/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/report/../../etc/passwd", "//etc/passwd",
                     "/studio.css/../people.csv", "/hierarchy.csv?column=../../etc/passwd", "/" + "a" * 5000]:
            answer = self.visitor.get(page)
            self.assertNotEqual(answer.status, 200 if "hierarchy" not in page else 0, page)
            self.assertNotIn("root:", answer.text)

    def test_a_job_file_reads_below_the_folder_only(self):
        job = ('input = "{}"\nl = 2\n[roles]\nidentifying = ["name"]\nquasi_identifying = ["age", "zip"]\n'
               'sensitive = ["condition"]\n')
        for text in [job.format("../outside.csv"), job.format("/etc/passwd"),
                     'output = "../evil"\n' + job.format("people.csv"), 'key_file = "/etc/passwd"\n' + job.format("people.csv"),
                     job.format("people.csv") + '[hierarchies]\nzip = "/etc/passwd"\n']:
            answer = self.visitor.post("/job", files=[("job", ("job.toml", text.encode()))])
            self.assertEqual(answer.status, 422, text)
            self.assertNotIn("root:", answer.text)

    def test_what_is_too_large_is_refused_before_it_is_read(self):
        headers = {"Content-Type": "multipart/form-data; boundary=x", "Content-Length": str(3 << 30)}
        self.assertEqual(self.visitor.ask("POST", "/table", headers).status, 413)
        headers["Content-Length"] = "-1"
        self.assertIn(self.visitor.ask("POST", "/table", headers).status, [400, 411])
        headers |= {"Content-Length": None, "Transfer-Encoding": "chunked"}
        self.assertIn(self.visitor.ask("POST", "/table", headers, None).status, [400, 411])
        answer = self.visitor.post("/explain", {"problem": "x" * (9 << 20)})
        self.assertEqual(answer.status, 413)
        answer = self.visitor.post("/table", files=[("table", ("a.csv", b"a\n1\n"))], headers={"Content-Encoding": "gzip"})
        self.assertEqual(answer.status, 411)

    def test_a_body_is_never_taken_for_the_next_request(self):
        inner = f"POST /quit HTTP/1.1\r\nHost: {self.visitor.host}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self.studio.port)) as plain:
            plain.sendall(f"POST /table HTTP/1.1\r\nHost: evil.example\r\nContent-Length: {len(inner)}\r\n\r\n{inner}".encode())
            answers = b""
            try:
                while piece := plain.recv(65536):
                    answers += piece
            except ConnectionResetError:
                pass
        self.assertLessEqual(answers.count(b"HTTP/1.1 "), 1)

    def test_words_of_others_are_words(self):
        evil = '"<script>alert(1)</script>","a\'""><img src=x onerror=alert(1)>",c\n' + "".join(
            f"<b>{i}</b>,\"</title><script>alert({i % 3})</script>\",{i % 2}\n" for i in range(12))
        studio = Studio(self.folder, temporary=self.root / "other")
        self.addCleanup(studio.end)
        visitor = studio.visitor()
        visitor.done(visitor.post("/table", files=[("table", ('"><script>alert(1)</script>.csv', evil.encode()))]))
        visitor.post("/roles", {"role.0": "quasi_identifying", "role.1": "quasi_identifying", "role.2": "sensitive",
                                "missing_sensitive": "error", "act": "roles"})
        visitor.post("/promise", {"l": "2", "min_group": "1", "method": "local", "form": "generalized", "format": "csv"})
        visitor.post("/hierarchy", {"column": "1", "act": "group", "group.0": "<script>alert(1)</script>"})
        for page in PAGES:
            answer = visitor.get(page)
            if "html" not in answer.headers.get("content-type", ""):
                continue
            self.assertNotRegex(answer.text, r"<script>|<img|<b>\d", page)
            self.assertEqual(answer.text.count("<script"), answer.text.count('<script src="/studio.js" defer>'), page)

    def test_every_answer_is_hardened(self):
        for page in [*PAGES, "/nowhere"]:
            for visitor in [self.visitor, self.studio.stranger()]:
                headers = visitor.get(page).headers
                policy = headers["content-security-policy"]
                self.assertIn("default-src 'none'", policy, page)
                self.assertIn("frame-ancestors 'none'", policy, page)
                self.assertNotIn("unsafe-eval", policy)
                self.assertNotRegex(policy, r"script-src[^;]*unsafe")
                self.assertEqual(headers["x-content-type-options"], "nosniff")
                self.assertEqual(headers["x-frame-options"], "DENY")
                self.assertEqual(headers["cache-control"], "no-store")
                self.assertNotIn("access-control-allow-origin", headers)
                self.assertNotIn("server", headers)
        self.assertNotRegex(self.visitor.get("/").text, r"<style|style=|onclick|javascript:")

    def test_what_is_private_is_for_its_owner_alone(self):
        hidden = list(self.studio.temporary.iterdir())
        self.assertEqual(len(hidden), 1)
        self.assertEqual(stat.S_IMODE(hidden[0].stat().st_mode), 0o700)
        for path in hidden[0].rglob("*"):
            self.assertEqual(stat.S_IMODE(path.stat().st_mode) & 0o077, 0, path)

    def test_nothing_is_logged(self):
        studio = Studio(self.folder, temporary=self.root / "silent")
        visitor = studio.visitor()
        choose_all(visitor)
        visitor.get("/roles?SECRET")
        visitor.post("/table", {"path": "SECRET"})
        code, out, err = studio.end()
        self.assertEqual((code, err), (0, ""))
        self.assertNotIn("SECRET", out)

    def test_a_second_studio_is_another_one(self):
        with Studio(self.folder, temporary=self.root / "second") as other:
            self.assertNotEqual(other.token, self.studio.token)
            visitor = Visitor(other.port)
            visitor.cookie = self.visitor.cookie
            self.assertEqual(visitor.get("/").status, 403)
            visitor.cookie = self.visitor.cookie.replace(str(self.studio.port), str(other.port))
            self.assertEqual(visitor.get("/").status, 403)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
