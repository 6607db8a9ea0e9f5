// The lines that two texts share, and those that they do not (Myers' algorithm, between the equal beginning and end).
const most = 2000 // changed lines; beyond them the rest is one change

/** [{ kind: 'same' | 'removed' | 'added', text, before, after }], with the numbers of the lines from 1. */
export function lineDiff(before, after) {
  const a = before.split('\n')
  const b = after.split('\n')
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) ++start
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) ++end
  const rows = []
  const push = (kind, i, j) =>
    rows.push({
      kind,
      text: kind === 'added' ? b[j] : a[i],
      before: kind === 'added' ? null : i + 1,
      after: kind === 'removed' ? null : j + 1,
    })
  for (let i = 0; i < start; ++i) push('same', i, i)
  for (const [kind, i, j] of middle(a.slice(start, a.length - end), b.slice(start, b.length - end)))
    push(kind, start + i, start + j)
  for (let i = end; i > 0; --i) push('same', a.length - i, b.length - i)
  return rows
}

function middle(a, b) {
  const traces = traced(a, b)
  if (!traces) return [...a.map((_, i) => ['removed', i, 0]), ...b.map((_, j) => ['added', 0, j])]
  const steps = []
  let x = a.length
  let y = b.length
  for (let d = traces.length - 1; d > 0; --d) {
    const v = traces[d]
    const k = x - y
    const down = goesDown(v, k, d)
    const fromX = v.get(down ? k + 1 : k - 1)
    const fromY = fromX - (down ? k + 1 : k - 1)
    while (x > fromX && y > fromY) steps.push(['same', --x, --y])
    steps.push(down ? ['added', x, --y] : ['removed', --x, y])
  }
  while (x > 0) steps.push(['same', --x, --y])
  return steps.reverse()
}

const goesDown = (v, k, d) => k === -d || (k !== d && (v.get(k - 1) ?? -1) < (v.get(k + 1) ?? -1))

/** How far each diagonal reaches after 0, 1, 2 … changes; null if there are too many. */
function traced(a, b) {
  const limit = Math.min(a.length + b.length, most)
  const v = new Map([[1, 0]])
  const traces = []
  for (let d = 0; d <= limit; ++d) {
    traces.push(new Map(v))
    for (let k = -d; k <= d; k += 2) {
      let x = goesDown(v, k, d) ? v.get(k + 1) : v.get(k - 1) + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) ++x, ++y
      v.set(k, x)
      if (x >= a.length && y >= b.length) return traces
    }
  }
  return null
}
