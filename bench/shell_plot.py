#!/usr/bin/env python3
"""Draws what shell_bench measured, as the picture in README: the time of one merge, by the size of the graph.

    shell_bench --benchmark_format=json | shell_plot.py >docs/shell-and-jq.svg
"""

import json
import math
import sys

LEFT, TOP, WIDTH, ROW, BAR = 92, 34, 430, 56, 18
FASTEST, SLOWEST = 0.1, 10_000.0  # milliseconds, on a logarithmic axis
STYLE = """
text { font: 12px system-ui, sans-serif } .ours { fill: #1a7f37 } .shell { fill: #9a6700 } .label { fill: #24292f }
.axis { stroke: #d0d7de } .quiet { fill: #57606a }
@media (prefers-color-scheme: dark) { .ours { fill: #3fb950 } .shell { fill: #d29922 } .label { fill: #e6edf3 }
.axis { stroke: #30363d } .quiet { fill: #8b949e } }
"""


def along(milliseconds):
    return WIDTH * math.log(milliseconds / FASTEST) / math.log(SLOWEST / FASTEST)


def shown(milliseconds):
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.1f} s"
    return f"{milliseconds:.0f} ms" if milliseconds >= 20 else f"{milliseconds:.1f} ms"


def size(graph_bytes):
    return f"{graph_bytes // 1_000_000} MB" if graph_bytes >= 1_000_000 else f"{graph_bytes // 1_000} KB"


def text(x, y, kind, words, anchor="start"):
    return f'<text class="{kind}" x="{x:.0f}" y="{y}" text-anchor="{anchor}">{words}</text>'


def bar(y, kind, milliseconds, words):
    end = along(milliseconds)
    return [
        f'<rect class="{kind}" x="{LEFT}" y="{y}" width="{end:.1f}" height="{BAR}" rx="2"/>',
        text(LEFT + end + 6, y + 13, "label", words),
    ]


def drawn(rows):
    bottom = TOP + len(rows) * ROW
    lines = []
    for power in range(-1, 5):
        x = LEFT + along(10.0**power)
        lines += [
            f'<line class="axis" x1="{x:.0f}" y1="{TOP - 6}" x2="{x:.0f}" y2="{bottom}"/>',
            text(x, bottom + 16, "quiet", f"{10.0**power:g} ms" if power < 3 else f"{10 ** (power - 3)} s", "middle"),
        ]
    for number, row in enumerate(rows):
        y = TOP + number * ROW
        lines.append(text(LEFT - 10, y + 24, "label", size(row["bytes"]), "end"))
        lines += bar(y, "shell", row["shell_ms"], f"shell and jq, no fsync: {shown(row['shell_ms'])}")
        words = f"artifactd, durable: {shown(row['ours_ms'])} · {row['speedup']:.0f} ×"
        lines += bar(y + BAR + 2, "ours", row["ours_ms"], words)
    head = text(LEFT, 18, "label", "Merging four artifacts of 8 KB into a graph, until the signal is gone")
    times = [(size(row["bytes"]), shown(row["shell_ms"]), shown(row["ours_ms"])) for row in rows]
    label = "; ".join(f"{graph}: shell {shell}, artifactd {ours}" for graph, shell, ours in times)
    frame = f'viewBox="0 0 {LEFT + WIDTH + 230} {bottom + 28}" role="img" aria-label="{label}"'
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>', f"<style>{STYLE}</style>", head, *lines, "</svg>", ""]
    )


def main():
    measured = [
        {"bytes": int(each["name"].split("/")[1]), **each}
        for each in json.load(sys.stdin)["benchmarks"]
        if each["name"].startswith("shell_and_jq/")
    ]
    sys.stdout.write(drawn(sorted(measured, key=lambda row: row["bytes"])))


main()
