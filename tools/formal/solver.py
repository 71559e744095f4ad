# SPDX-License-Identifier: Apache-2.0
"""The SMT solver Bitwuzla as a program that talks SMT-LIB, as yosys-smtbmc wants to start one.

PyPI has the solver as a Python module without its program. Commands come on stdin and are
carried out one by one. run.py makes build/formal/bin/bitwuzla of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

HELP = "usage: bitwuzla [--lang smt2] (SMT-LIB commands on stdin)"


def commands(lines: Iterable[str]) -> Iterator[str]:
    """Lines joined until their parentheses close. smtbmc writes no strings and no comments that
    hold one; quoted symbols (|...|) may."""
    text, depth = "", 0
    for line in lines:
        for part in line.split("|")[::2]:
            depth += part.count("(") - part.count(")")
        text += line
        if depth <= 0 and text.strip():
            yield text
            text = ""


def main(arguments: list[str]) -> int:
    if "--help" in arguments:
        print(HELP)
        return 0
    import bitwuzla  # only where its environment is: the tests of this file need no solver

    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    for command in commands(sys.stdin):
        if command.startswith("(exit"):
            break
        try:
            parser.parse(command, False, False)
        except bitwuzla.BitwuzlaException as error:
            print(f'(error "{error}")', flush=True)
            return 1
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
