# SPDX-License-Identifier: Apache-2.0
"""What ends a run of scripts/wave with one line."""

from __future__ import annotations


class WaveError(Exception):
    """Could not be done; the text says why, in one line."""
