#!/usr/bin/env python3
"""The picture in README shows what the programs print: its commands are typed into a shell beside a running daemon.

    picture_test.py BUILD             types them, and compares the picture with docs/picture.svg
    picture_test.py BUILD --record    types them, and draws the picture again
"""

import html
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "picture.svg"
COMMANDS = [
    """artifactctl init s1""",
    """echo '{"claims": ["Trams carry three million people a day",]}' >findings.json""",
    """artifactctl submit s1 researcher findings.json | head -n 10""",
    """echo '{"claims": ["Trams carry three million people a day"]}' >findings.json""",
    """artifactctl submit s1 researcher findings.json""",
    """jq . s1/knowledge-graph.json""",
]
CONFIGURATION = """
state_dir = "{place}/state"
runtime_dir = "{place}/run"
[[root]]
path = "{place}/sessions"
"""
COLUMNS, CHARACTER, LINE, MARGIN = 96, 8.0, 19, 18
STYLE = """
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
.paper { fill: #f6f8fa; stroke: #d0d7de } .said { fill: #424a53 } .typed { fill: #0550ae; font-weight: 600 }
@media (prefers-color-scheme: dark) {
.paper { fill: #161b22; stroke: #30363d } .said { fill: #c9d1d9 } .typed { fill: #79c0ff } }
"""


def transcript(build):
    """Lines of (class, text)."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        for each in ("sessions", "state", "run"):
            (place / each).mkdir()
        (place / "artifactd.toml").write_text(CONFIGURATION.format(place=place))
        environment = {
            "PATH": f"{build}:{os.environ['PATH']}",
            "HOME": made,
            "LANG": "C.UTF-8",
            "ARTIFACTD_CONFIG": str(place / "artifactd.toml"),
        }
        daemon = subprocess.Popen([build / "artifactd"], env=environment, stderr=subprocess.PIPE, text=True)
        try:
            while "ready" not in (line := daemon.stderr.readline()):
                if not line:
                    sys.exit("artifactd did not start")
            lines = []
            for command in COMMANDS:
                done = subprocess.run(
                    ["bash", "-c", command], cwd=place / "sessions", env=environment, capture_output=True, text=True
                )
                lines.append(("typed", f"$ {command}"))
                lines += [("said", line) for line in (done.stdout + done.stderr).replace(made, "").splitlines()]
            return lines
        finally:
            daemon.terminate()
            daemon.wait()


def wrapped(lines):
    for kind, text in lines:
        while len(text) > COLUMNS:
            yield kind, text[:COLUMNS]
            text = text[COLUMNS:]
        yield kind, text


def drawn(lines):
    lines = list(wrapped(lines))
    width, height = int(COLUMNS * CHARACTER + 2 * MARGIN), len(lines) * LINE + 2 * MARGIN
    rows = []
    for number, (kind, text) in enumerate(lines):
        place = f'xml:space="preserve" x="{MARGIN}" y="{MARGIN + LINE * number + 13}"'
        rows.append(f'<text class="{kind}" {place}>{html.escape(text, quote=False)}</text>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            ' role="img" aria-label="A terminal: an agent submits a file, learns what is wrong, and submits again">',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
            *rows,
            "</svg>",
            "",
        ]
    )


def main():
    picture = drawn(transcript(Path(sys.argv[1]).resolve()))
    if "--record" in sys.argv:
        PICTURE.write_text(picture)
    elif picture != PICTURE.read_text():
        print(picture)
        sys.exit("docs/picture.svg is not what the programs print: ./dev record draws it again")


main()
