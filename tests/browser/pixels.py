"""A screenshot as an array of grey values; only what Chromium writes is read: eight bits a channel, not interlaced."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

SIGNATURE = 8
CHANNELS = {2: 3, 6: 4}


def grey(png: bytes) -> NDArray[np.uint8]:
    """The brightness of every pixel, line by line."""
    chunks: dict[bytes, bytes] = {}
    at = SIGNATURE
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind = png[at + 4 : at + 8]
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += length + 12
    width, height, depth, colour = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    assert depth == 8
    channels = CHANNELS[colour]
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * channels)
    above = np.zeros((width, channels), np.int32)
    picture = np.zeros((height, width), np.uint8)
    for number, line in enumerate(lines):
        above = _unfiltered(int(line[0]), line[1:].astype(np.int32).reshape(width, channels), above)
        picture[number] = above[:, :3].mean(axis=1)
    return picture


def _unfiltered(how: int, line: NDArray[np.int32], above: NDArray[np.int32]) -> NDArray[np.int32]:
    """A line as it was before PNG's filter of that number."""
    if how == 0:
        return line
    if how == 1:
        return np.cumsum(line, axis=0) % 256
    if how == 2:
        return (line + above) % 256
    done = np.zeros_like(line)
    left = corner = np.zeros_like(line[0])
    for at in range(len(line)):
        guess = (left + above[at]) // 2 if how == 3 else _paeth(left, above[at], corner)
        left, corner = (line[at] + guess) % 256, above[at]
        done[at] = left
    return done


def _paeth(left: NDArray[np.int32], above: NDArray[np.int32], corner: NDArray[np.int32]) -> NDArray[np.int32]:
    straight = left + above - corner
    far = [abs(straight - one) for one in (left, above, corner)]
    nearer = np.where(far[1] <= far[2], above, corner)
    return np.where((far[0] <= far[1]) & (far[0] <= far[2]), left, nearer)
