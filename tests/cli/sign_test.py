"""Signatures: made here and checked by minisign, and the other way round; what was changed or is not there."""

import json
import os
import pty
import subprocess

from errors_verify_test import VerifyTest
from overt_command import RELEASE, command, main

FAILED = "the certificate bears the signer's signature "


class SignTest(VerifyTest):
    def keygen(self, name, *flags, **options):
        self.succeeds("keygen", "--out", name, *(flags or ["--no-passphrase"]), **options)

    def signed_release(self):
        self.keygen("publisher")
        self.succeeds(*RELEASE, "--sign", "publisher.key")

    def minisign(self, *arguments, code=0):
        done = subprocess.run(["minisign", *arguments], cwd=self.folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout


class Keys(SignTest):
    def test_files_and_their_modes(self):
        done = self.succeeds("keygen", "--out", "publisher", "--no-passphrase").stdout
        self.assertEqual((self.folder / "publisher.key").stat().st_mode & 0o777, 0o600)
        self.assertRegex(done, r"\Asecret  publisher\.key .*\npublic  publisher\.pub .*\nid      [0-9A-F]{16}\n\Z")
        self.assertIn(done.split()[-1], (self.folder / "publisher.pub").read_text())
        self.fails(2, "keygen", "--out", "publisher", "--no-passphrase", says=["publisher.pub: exists already"])

    def test_no_passphrase_only_if_it_is_said(self):
        self.fails(2, "keygen", "--out", "publisher", start_new_session=True, says=["--passphrase-file"])
        self.write("empty", "\nsecond line\n").chmod(0o600)
        self.fails(2, "keygen", "--out", "publisher", "--passphrase-file", "empty", says=["is empty"])
        self.fails(2, "keygen", "--out", "publisher", "--passphrase-file", "empty", "--no-passphrase",
                   says=["contradict each other"])

    def test_a_passphrase_in_a_file(self):
        self.write("phrase", "correct horse\n").chmod(0o600)
        self.write("other", "wrong horse\n").chmod(0o600)
        self.keygen("publisher", "--passphrase-file", "phrase")
        self.succeeds(*RELEASE)
        sign = ["sign", "release", "--key", "publisher.key"]
        self.fails(2, *sign, "--passphrase-file", "other", says=["the passphrase is not the one of this key"])
        self.fails(2, *sign, start_new_session=True, says=["there is no terminal to ask for the passphrase"])
        self.succeeds(*sign, env={**os.environ, "OVERT_PASSPHRASE_FILE": "phrase"})
        self.succeeds("verify", "release", "--signer", "publisher.pub")
        self.minisign("-V", "-q", "-m", "release/certificate.json", "-p", "publisher.pub")

    def test_a_passphrase_typed_at_a_terminal_is_not_shown(self):
        def type_in(*answers, code=0):
            arguments = [command(), "keygen", "--out", str(self.folder / "typed")]
            process, terminal = pty.fork()
            if process == 0:
                os.execv(arguments[0], arguments)
            shown, waiting = b"", list(answers)
            while True:
                try:
                    part = os.read(terminal, 1024)
                except OSError:  # it has ended
                    break
                if not part:
                    break
                shown += part
                if waiting and shown.endswith(b": "):
                    os.write(terminal, waiting.pop(0).encode() + b"\n")
            os.close(terminal)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), code, shown)
            self.assertNotIn(b"horse", shown)
            return shown.decode()
        self.assertIn("differ", type_in("a horse", "b horse", code=2))
        self.assertIn("--no-passphrase", type_in("", code=2))
        self.assertFalse((self.folder / "typed.key").exists())
        self.assertIn("typed.key (yours alone)", type_in("a horse", "a horse"))
        self.write("phrase", "a horse").chmod(0o600)
        self.succeeds(*RELEASE)
        self.succeeds("sign", "release", "--key", "typed.key", "--passphrase-file", "phrase")

    def test_secrets_that_others_may_read_are_refused(self):
        self.keygen("publisher")
        self.succeeds(*RELEASE)
        for mode in [0o640, 0o604, 0o620]:
            os.chmod(self.folder / "publisher.key", mode)
            for arguments in [["sign", "release", "--key", "publisher.key"],
                              [*RELEASE, "--force", "--sign", "publisher.key"]]:
                self.fails(2, *arguments, says=["publisher.key: others than its owner may read or write it"])
        self.write("phrase", "correct horse\n").chmod(0o644)
        self.fails(2, "keygen", "--out", "more", "--passphrase-file", "phrase", says=["phrase: others than its owner"])

    def test_what_is_no_key(self):
        self.succeeds(*RELEASE)
        self.write("key", "SECRET\n").chmod(0o600)
        self.fails(2, "sign", "release", "--key", "key", says=["key: not a secret key"])
        self.fails(3, "sign", "release", "--key", "nothing", says=["nothing: cannot be read"])
        self.fails(3, "sign", "release", "--key", ".", says=[".: cannot be read: it is a directory"])
        os.mkfifo(self.folder / "pipe", 0o600)
        self.fails(3, "sign", "release", "--key", "pipe", says=["pipe: cannot be read: it is not a file"])
        self.fails(2, "verify", "release", "--signer", "key", says=["key: not a public key"])
        self.fails(3, "verify", "release", "--signer", "nothing", says=["nothing: cannot be read"])


class Signatures(SignTest):
    def test_minisign_checks_ours(self):
        self.signed_release()
        done = self.succeeds("verify", "release", "--signer", "publisher.pub").stdout
        self.assertRegex(done, "passed  " + FAILED + r"\(certificate.json of a release, signed by overt .* on 20..-..-..\)")
        self.assertNotIn("nobody has signed", done)
        self.assertIn("signed by overt", self.minisign("-V", "-m", "release/certificate.json", "-p", "publisher.pub"))
        self.assertIn("it is signed, and no key was given", self.succeeds("verify", "release").stdout)

    def test_keys_and_signatures_of_minisign(self):
        self.minisign("-G", "-W", "-p", "theirs.pub", "-s", "theirs.key")
        os.chmod(self.folder / "theirs.key", 0o600)
        self.succeeds(*RELEASE)
        self.minisign("-S", "-s", "theirs.key", "-m", "release/certificate.json")
        self.succeeds("verify", "release", "--signer", "theirs.pub")
        self.path("certificate.json.minisig").unlink()
        self.succeeds("sign", "release", "--key", "theirs.key")
        self.succeeds("verify", "release", "--signer", "theirs.pub")
        self.minisign("-V", "-q", "-m", "release/certificate.json", "-p", "theirs.pub")

    def test_none_bad_and_by_another_key(self):
        self.signed_release()
        signer = ["--signer", "publisher.pub"]
        signature = self.path("certificate.json.minisig").read_text()
        self.keygen("other")
        self.check_fails(FAILED + "(it is by another key)", flags=["--signer", "other.pub"])
        self.succeeds("sign", "release", "--key", "other.key", "--force")
        self.check_fails(FAILED + "(it is by another key)", flags=signer)
        self.path("certificate.json.minisig").write_text(signature.replace("signed by overt", "signed by us"))
        self.check_fails(FAILED + "(it does not fit the certificate)", flags=signer)
        self.path("certificate.json.minisig").write_text("approved")
        self.check_fails(FAILED + "(what is there is no signature)", flags=signer)
        self.path("certificate.json.minisig").unlink()
        self.check_fails(FAILED + "(it has none)", flags=signer)
        self.path("certificate.json.minisig").write_text(signature)
        self.succeeds("verify", "release", *signer)
        self.path("certificate.json").write_text(json.dumps(self.certificate()))  # the same, in other bytes
        self.check_fails(FAILED + "(it does not fit the certificate)", flags=signer)

    def test_a_relabelled_method_is_not_what_was_signed(self):
        """No check of files sees that gda is called local; the signature does."""
        self.keygen("publisher")
        self.succeeds(*RELEASE)
        words = self.certificate()["level_means"]
        self.succeeds(*RELEASE, "--method", "gda", "--force", "--sign", "publisher.key")
        self.certify(method="local", level="transparent", level_means=words)
        self.path("report.html").write_text(self.succeeds("report", "release", quiet=False).stdout)
        self.succeeds("verify", "release")
        self.check_fails(FAILED + "(it does not fit the certificate)", flags=["--signer", "publisher.pub"])

    def test_only_what_passes_is_signed(self):
        self.keygen("publisher")
        self.succeeds(*RELEASE)
        self.write("release/more.csv", "more")
        done = self.fails(1, "sign", "release", "--key", "publisher.key", says=["not signed: FAILED"])
        self.assertIn("more.csv", done.stderr)
        self.path("more.csv").unlink()
        self.succeeds("sign", "release", "--key", "publisher.key")
        self.fails(2, "sign", "release", "--key", "publisher.key", says=["exists already; pass --force"])
        self.succeeds("sign", "release", "--key", "publisher.key", "--force")

    def test_the_signature_is_there_with_the_release_or_not_at_all(self):
        self.signed_release()
        before = self.tree()
        self.fails(1, *RELEASE[:3], "6", *RELEASE[4:], "--force", "--sign", "publisher.key", says=["cannot be released"])
        self.fails(2, *RELEASE, "--force", "--sign", "publisher.key", "--keep-groups", "publisher.key",
                   says=["publisher.key: not replaced: it is a file that this job reads"])
        self.assertEqual(self.tree(), before)
        self.succeeds(*RELEASE, "--force")
        self.assertFalse(self.path("certificate.json.minisig").exists())


if __name__ == "__main__":
    main()
