"""How many files and connections this process may hold."""

from __future__ import annotations

import contextlib


def hold_as_many_as_allowed() -> None:
    """Ask for all the files that the system would grant.

    What is granted unasked, often 1,024, is for programs that use `select`; a few hundred tables need more.
    """
    try:
        import resource
    except ModuleNotFoundError:  # Windows grants all there are
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # some systems promise more than they keep
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
