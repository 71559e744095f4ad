# SPDX-License-Identifier: Apache-2.0
"""The libFuzzer targets as tb/fuzz/targets.txt lists them, and the inputs each starts from."""
from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FRAMES = "frames:"
PCAP_MAGICS = {b"\xd4\xc3\xb2\xa1": "<", b"\x4d\x3c\xb2\xa1": "<"}  # little endian, us and ns


@dataclass(frozen=True)
class Target:
    name: str
    longest: int  # bytes of an input
    dictionary: str | None
    patterns: tuple[str, ...]  # of further seeds


class ListError(Exception):
    """tb/fuzz/targets.txt, or a seed that it names, is not as it should be."""


def read_targets(path: Path) -> dict[str, Target]:
    targets = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 3 or not words[1].isdecimal():
            raise ListError(f"{path}:{number}: expected: name longest dictionary [seeds...]")
        dictionary = None if words[2] == "-" else words[2]
        targets[words[0]] = Target(words[0], int(words[1]), dictionary, tuple(words[3:]))
    return targets


def frames_of(capture: bytes, name: str) -> Iterator[bytes]:
    """The frames of a little-endian pcap file, which those of vectors/ are."""
    if capture[:4] not in PCAP_MAGICS:
        raise ListError(f"{name}: expected a little-endian pcap file")
    at = 24
    while at + 16 <= len(capture):
        (length,) = struct.unpack_from("<I", capture, at + 8)
        at += 16
        if at + length > len(capture):
            raise ListError(f"{name}: byte {at}: file ends inside a frame of {length} bytes")
        yield capture[at : at + length]
        at += length


def store_frames(captures: list[Path], longest: int, folder: Path) -> list[Path]:
    """Writes each frame that is not longer once, named by its hash; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = set()
    for capture in captures:
        for frame in frames_of(capture.read_bytes(), str(capture)):
            if len(frame) > longest:
                continue
            file = folder / hashlib.sha256(frame).hexdigest()[:16]
            if file not in files and not file.exists():
                file.write_bytes(frame)
            files.add(file)
    return sorted(files)


def seeds_of(target: Target, root: Path, work: Path) -> list[Path]:
    """The files that the target starts from, beside vectors/fuzz/NAME and its corpus."""
    seeds: list[Path] = []
    for pattern in target.patterns:
        files = sorted(root.glob(pattern.removeprefix(FRAMES)))
        if not files:
            raise ListError(f"tb/fuzz/targets.txt: {target.name}: no file is named {pattern}")
        if pattern.startswith(FRAMES):
            seeds += store_frames(files, target.longest, work / "frames")
        else:
            seeds += [file for file in files if file.stat().st_size <= target.longest]
    return seeds
