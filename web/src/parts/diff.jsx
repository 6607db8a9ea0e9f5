// Two texts side by side, by lines; what both have is left out but for a few lines around.
import { useMemo } from 'preact/hooks'
import { lineDiff } from '../base/diff.js'
import { Nothing } from './small.jsx'
import { Text } from './text.jsx'

const around = 3
const most = 3000 // rows

/** Removed and added lines that follow one another stand in one row. */
function paired(lines) {
  const rows = []
  let removed = []
  let added = []
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); ++i)
      rows.push({ left: removed[i], right: added[i], changed: true })
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line)
    else if (line.kind === 'added') added.push(line)
    else {
      flush()
      rows.push({ left: line, right: line })
    }
  }
  flush()
  return rows
}

function inSight(rows) {
  const wanted = new Set()
  rows.forEach((row, i) => {
    if (row.changed) for (let k = i - around; k <= i + around; ++k) wanted.add(k)
  })
  return rows.map((row, i) => ({ ...row, i })).filter(({ i }) => wanted.has(i))
}

function Side({ line, number, changed, sign, name }) {
  if (!line)
    return (
      <>
        <td class="number" />
        <td />
      </>
    )
  return (
    <>
      <td class="number">{number}</td>
      <td class={changed ? name : ''}>
        {changed && (
          <span class="diff-sign" aria-label={name}>
            {sign}
          </span>
        )}
        <Text text={line.text} />
      </td>
    </>
  )
}

export function Diff({ before, after, titles = ['before', 'after'] }) {
  const rows = useMemo(() => inSight(paired(lineDiff(before, after))), [before, after])
  if (rows.length === 0) return <Nothing>Both are the same.</Nothing>
  let last = -1
  return (
    <div class="table-box" role="region" tabIndex={0} aria-label={`${titles[0]} and ${titles[1]}`}>
      <table class="diff">
        <thead>
          <tr>
            <th scope="col" colSpan="2">
              {titles[0]}
            </th>
            <th scope="col" colSpan="2">
              {titles[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => {
            const gap = row.i !== last + 1
            last = row.i
            return (
              <>
                {gap && (
                  <tr class="gap">
                    <td colSpan="4">⋯</td>
                  </tr>
                )}
                <tr key={row.i}>
                  <Side line={row.left} number={row.left?.before} changed={row.changed} sign="−" name="removed" />
                  <Side line={row.right} number={row.right?.after} changed={row.changed} sign="+" name="added" />
                </tr>
              </>
            )
          })}
        </tbody>
      </table>
      {rows.length > most && <p class="quiet">{rows.length - most} more rows are not shown.</p>}
    </div>
  )
}
