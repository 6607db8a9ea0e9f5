// The score and the issues of each iteration.
import { useMemo } from 'preact/hooks'
import { count } from '../../base/format.js'
import { colour, styleOf } from '../../base/palette.js'
import { axis, bars, linear, Plot, stacked } from '../../parts/plot.jsx'
import { Sign } from '../../parts/small.jsx'
import { Swatch } from '../../parts/swatch.jsx'

export const severities = ['critical', 'high', 'medium', 'low']
// Each has the colour and the pattern of this series; none is the score's.
const styles = { critical: 4, high: 1, medium: 3, low: 5 }
export const gates = { pass: 'ok', review: 'warning', fail: 'error' }

const order = [...severities].reverse() // the worst stand on top

function options(points) {
  return () => ({
    scales: {
      x: { time: false, range: (u, from, to) => [from - 0.6, to + 0.6] },
      score: { range: [0, 105] },
      issues: { range: (u, from, to) => [0, Math.max(4, Math.ceil(to * 1.6))] },
    },
    axes: [
      axis({
        size: 30,
        grid: { show: false },
        splits: () => points.map((each) => each.iteration),
        values: (u, splits) => splits.map(String),
      }),
      axis({ scale: 'score', size: 46, splits: () => [0, 20, 40, 60, 80, 100] }),
      axis({ scale: 'issues', side: 1, size: 40, grid: { show: false }, incrs: [1, 2, 5, 10, 20, 50, 100] }),
    ],
    series: [
      {},
      ...[...order].reverse().map((severity) => ({
        scale: 'issues',
        stroke: styleOf(styles[severity]).stroke,
        fill: () => styleOf(styles[severity]).fill(),
        width: 1,
        paths: bars(34),
        points: { show: false },
      })),
      {
        scale: 'score',
        stroke: colour('--link'),
        width: 2.5,
        paths: linear(),
        points: { show: true, size: 9, fill: colour('--sheet') },
      },
    ],
  })
}

function Numbers({ points }) {
  return (
    <div class="table-box" role="region" tabIndex={0} aria-label="Score and issues by iteration">
      <table>
        <thead>
          <tr>
            <th scope="col">Iteration</th>
            <th scope="col" class="amount">
              Score
            </th>
            <th scope="col">Gate</th>
            {severities.map((severity) => (
              <th key={severity} scope="col" class="amount">
                <Swatch index={styles[severity]} />
                {severity}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.iteration}>
              <td>{point.iteration === 0 ? 'before' : point.iteration}</td>
              <td class="amount">{Math.round(point.score * 10) / 10}</td>
              <td>
                <Sign of={gates[point.gate]}>{point.gate}</Sign>
              </td>
              {severities.map((severity) => (
                <td key={severity} class="amount">
                  {point.issues[severity]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function told(points) {
  const after = count(points.length - 1, 'iteration')
  return `Score ${points[0].score} at first, ${points.at(-1).score} at last, after ${after}; the table has all numbers`
}

export function Score({ points }) {
  const iterations = points.map((each) => each.iteration).join(' ')
  const make = useMemo(() => options(points), [iterations])
  const data = useMemo(
    () => [
      points.map((each) => each.iteration),
      ...stacked(order.map((severity) => points.map((each) => each.issues[severity]))),
      points.map((each) => each.score),
    ],
    [points],
  )
  return (
    <section class="tuning-score">
      <div class="plot-box">
        <h2>
          Score <span class="quiet">the line, left</span> and issues{' '}
          <span class="quiet">the bars, right, by iteration</span>
        </h2>
        <Plot make={make} data={data} height={230} label={told(points)} />
      </div>
      <Numbers points={points} />
    </section>
  )
}
