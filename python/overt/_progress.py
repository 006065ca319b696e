"""Progress of long calls: a bar of tqdm, in terminals and notebooks, once a call takes longer
than a second."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator

Tick = Callable[[str, int, int], None]


def _somebody_looks() -> bool:
    """A bar in a log is a line for every step."""
    return "ipykernel" in sys.modules or sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def watched(progress: bool) -> Iterator[Tick | None]:
    """Yields what the core calls now and then with (phase, done, total), or None."""
    if not progress or not _somebody_looks():
        yield None
        return
    start = time.monotonic()
    bars: list[Any] = []

    def tick(phase: str, done: int, total: int) -> None:
        if time.monotonic() - start < 1:
            return
        if not bars or bars[-1].desc != phase or bars[-1].total != (total or None):
            from tqdm.auto import tqdm  # only when there is something to show

            for bar in bars:
                bar.close()
            bars[:] = [tqdm(total=total or None, leave=False, unit_scale=True,
                            bar_format=None if total else "{desc} {elapsed}")]
            bars[0].set_description_str(phase, refresh=False)
            bars[0].desc = phase
        bars[0].update(done - bars[0].n)

    try:
        yield tick
    finally:
        for bar in bars:
            bar.close()
