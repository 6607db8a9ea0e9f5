"""Bars in groups, as an SVG for light and dark pages: ratios to a floor, which is a line at 1."""

LEFT, TOP, WIDTH, BAR, GAP = 96, 52, 430, 16, 14
STYLE = """
text { font: 12px system-ui, sans-serif } .label { fill: #24292f } .quiet { fill: #57606a } .axis { stroke: #d0d7de }
.floor { stroke: #cf222e; stroke-dasharray: 4 3 } .s0 { fill: #1a7f37 } .s1 { fill: #0969da } .s2 { fill: #9a6700 }
@media (prefers-color-scheme: dark) { .label { fill: #e6edf3 } .quiet { fill: #8b949e } .axis { stroke: #30363d }
.floor { stroke: #f85149 } .s0 { fill: #3fb950 } .s1 { fill: #58a6ff } .s2 { fill: #d29922 } }
"""


def text(x, y, kind, words, anchor="start"):
    return f'<text class="{kind}" x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{words}</text>'


def ticks(most):
    step = next(step for step in (0.25, 0.5, 1, 2, 5, 10, 50) if most / step <= 6)
    return [step * number for number in range(int(most / step) + 1)]


def drawn(title, floor, groups):
    """groups: (label, [(series, ratio, words)]); every group has the same series."""
    most = max(1.25, max(ratio for _, bars in groups for _, ratio, _ in bars) * 1.05)
    along = lambda ratio: WIDTH * ratio / most  # noqa: E731
    high = len(groups[0][1]) * (BAR + 2) + GAP
    bottom = TOP + len(groups) * high
    lines = [text(LEFT, 18, "label", title)]
    for number, (series, _, _) in enumerate(groups[0][1]):
        x = LEFT + 130 * number
        lines += [f'<rect class="s{number}" x="{x}" y="28" width="10" height="10" rx="2"/>']
        lines += [text(x + 15, 37, "quiet", series)]
    for tick in ticks(most):
        x = LEFT + along(tick)
        lines += [f'<line class="axis" x1="{x:.0f}" y1="{TOP - 6}" x2="{x:.0f}" y2="{bottom - GAP + 4}"/>']
        lines += [text(x, bottom + 6, "quiet", f"{tick:g} ×", "middle")]
    for row, (label, bars) in enumerate(groups):
        y = TOP + row * high
        lines.append(text(LEFT - 10, y + (high - GAP) / 2 + 4, "label", label, "end"))
        for number, (_, ratio, words) in enumerate(bars):
            at = y + number * (BAR + 2)
            lines.append(
                f'<rect class="s{number}" x="{LEFT}" y="{at}" width="{along(ratio):.1f}" height="{BAR}" rx="2"/>'
            )
            lines.append(text(LEFT + along(ratio) + 6, at + 12, "label", words))
    x = LEFT + along(1)
    lines.append(f'<line class="floor" x1="{x:.0f}" y1="{TOP - 6}" x2="{x:.0f}" y2="{bottom - GAP + 4}"/>')
    lines.append(text(x, bottom + 22, "quiet", floor, "middle"))
    told = "; ".join(f"{label}: " + ", ".join(f"{each[0]} {each[2]}" for each in bars) for label, bars in groups)
    frame = f'viewBox="0 0 {LEFT + WIDTH + 190} {bottom + 32}" role="img" aria-label="{title}. {told}"'
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>', f"<style>{STYLE}</style>"]
    return "\n".join([*head, *lines, "</svg>", ""])
