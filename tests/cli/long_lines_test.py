"""Lines of a gigabyte: an error, in little memory.

A process of its own: what Linux says of a child's memory begins with that of the process that
started it, so a large one cannot measure."""

import itertools
import os
import subprocess
import threading

from overt_command import OvertTest, RELEASE, command, main

GIGABYTE, MEGABYTE = 1 << 30, 1 << 20


class LongLines(OvertTest):
    def fed(self, pieces, *arguments):
        """Runs the command with the pieces on standard input: exit code, message, most memory in MB."""
        process = subprocess.Popen([command(), *arguments], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)

        def feed():
            try:
                for piece in pieces:
                    process.stdin.write(piece)
            except BrokenPipeError:
                pass
            process.stdin.close()
        feeder = threading.Thread(target=feed)
        feeder.start()
        message = process.stderr.read().decode()
        self.assertEqual(process.stdout.read(), b"")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        feeder.join()
        for stream in (process.stdout, process.stderr):
            stream.close()
        return process.returncode, message, usage.ru_maxrss // 1024

    def test_a_gigabyte_in_one_line(self):
        def long(before, byte=b"x"):
            return itertools.chain([before], itertools.repeat(byte * MEGABYTE, GIGABYTE // MEGABYTE))
        start = b"name,age,zip,condition\nSECRETname,880001,SECRETzip,SECRETflu\n"
        release = ["release", "-", *RELEASE[2:]]
        comma = ["--delimiter", ","]
        for what, line, flags, says in [
                ("first line", (b"SECRET",), comma, "line 1, column 16777"),
                ("first line, delimiter unknown", (b"SECRET",), [], "cannot tell the delimiter"),
                ("first line after a comma", (b"name,age,zip,",), [], "standard input: "),
                ("later line", (start + b"SECRET",), [], "line 3, column 16777"),
                ("later line, commas", (start + b"SECRET", b",",), comma, "line 3, column 16777"),
                ("quoted", (start + b'"SECRET',), comma, "line 3, column "),
                ("quoted line breaks", (start + b'SECRET,"', b"\n",), comma, "line 3, column 8: the quote"),
                ("first line quoted", (b'"', b"\n",), comma, "line 1, column 1: the quote")]:
            for arguments in [release, ["inspect", "-"]]:
                with self.subTest(what, verb=arguments[0]):
                    code, message, memory = self.fed(long(*line), *arguments, *flags)
                    self.assertEqual(code, 2, message)
                    self.assertIn(says, message)
                    self.assertNotIn("SECRET", message)
                    self.assertLess(memory, 256)
                    self.assertEqual(self.tree(), {})


if __name__ == "__main__":
    main()
