// The text of a file with the findings at their lines. A long file is shown around its findings only.
import { Text } from '../../parts/text.jsx'
import { Finding } from './finding.jsx'

const shownWhole = 1500 // lines
const around = 6
const widest = 2000 // characters of a line

function linesInSight(lines, findings) {
  if (lines.length <= shownWhole) return lines.map((_, i) => i)
  const wanted = new Set()
  for (const { line = 1 } of findings.length > 0 ? findings : [{}])
    for (let i = line - 1 - around; i < line + around; ++i) if (i >= 0 && i < lines.length) wanted.add(i)
  return [...wanted].sort((a, b) => a - b)
}

export function Source({ text, findings, label }) {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const at = new Map()
  for (const finding of findings) {
    const line = Math.min(Math.max(finding.line ?? 1, 1), Math.max(lines.length, 1))
    at.set(line, [...(at.get(line) ?? []), finding])
  }
  let before = -1
  const rows = []
  for (const i of linesInSight(lines, findings)) {
    if (i !== before + 1)
      rows.push(
        <div class="gap" key={`gap ${i}`}>
          ⋯ {i - before - 1} lines
        </div>,
      )
    before = i
    rows.push(
      <div class={at.has(i + 1) ? 'line marked' : 'line'} key={i}>
        <span class="number" aria-hidden="true">
          {i + 1}
        </span>
        <Text text={lines[i].slice(0, widest)} />
        {lines[i].length > widest && <span class="quiet"> … {lines[i].length - widest} more characters</span>}
      </div>,
    )
    for (const finding of at.get(i + 1) ?? [])
      rows.push(<Finding key={`${i} ${finding.code} ${finding.message}`} finding={finding} />)
  }
  if (lines.length === 0)
    rows.push(
      <div class="gap" key="empty">
        The file is empty.
      </div>,
    )
  return (
    <div class="source" role="region" aria-label={label} tabIndex={0}>
      {rows}
    </div>
  )
}
