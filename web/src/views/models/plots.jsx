// Four plots of the same days: calls, latency, tokens, money.
import { useMemo } from 'preact/hooks'
import { duration, money, short } from '../../base/format.js'
import { styleOf } from '../../base/palette.js'
import { axis, bars, linear, Plot, stacked } from '../../parts/plot.jsx'
import { meanOf } from './days.js'

const dateText = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const scales = {
  x: { time: false, range: (u, from, to) => [from - 43_200, to + 43_200] },
  y: { range: { min: { hard: 0, mode: 1, soft: 0 }, max: { soft: 1, pad: 0.1, mode: 1 } } },
}

/** Values of the x axis: days, as many as there is room for. */
const dayAxis = () =>
  axis({
    size: 30,
    grid: { show: false },
    splits: (u) => {
      const times = u.data[0]
      const step = Math.max(1, Math.ceil(times.length / Math.max(1, Math.floor(u.width / 90))))
      return times.filter((_, i) => (times.length - 1 - i) % step === 0)
    },
    values: (u, splits) => splits.map(dateText),
  })

const valueAxis = (text) => axis({ size: 62, values: (u, splits) => splits.map((value) => text(value)) })

function stack(models, text) {
  return () => ({
    scales,
    axes: [dayAxis(), valueAxis(text)],
    series: [
      {},
      ...models
        .map((_, i) => models.length - 1 - i)
        .map((index) => ({
          stroke: styleOf(index).stroke,
          fill: () => styleOf(index).fill(),
          width: 1,
          paths: bars(),
          points: { show: false },
        })),
    ],
  })
}

function lines(models, text) {
  return () => ({
    scales,
    axes: [dayAxis(), valueAxis(text)],
    series: [
      {},
      ...models.map((_, index) => ({
        stroke: styleOf(index).stroke,
        dash: styleOf(index).dash,
        width: 2,
        paths: linear(),
        spanGaps: true,
        points: { show: true, size: 6 },
      })),
    ],
  })
}

const words = (value) => value.toLocaleString('en')
const plots = [
  { title: 'Calls', value: (row) => row.calls, text: short, told: words },
  { title: 'Latency', hint: 'mean of a day', value: meanOf, text: duration, told: duration, line: true },
  {
    title: 'Tokens',
    hint: 'input and output',
    value: (row) => row.input_tokens + row.output_tokens,
    text: short,
    told: words,
  },
  { title: 'Money', value: (row) => row.micro_dollars, text: money, told: money },
]

function OfDays({ plot, known, at, onPick }) {
  const { times, models } = known
  const names = models.map(({ model }) => model).join('\n')
  const make = useMemo(() => (plot.line ? lines(models, plot.text) : stack(models, plot.text)), [names])
  const data = useMemo(() => {
    const rows = models.map(({ rows: days }) => days.map(plot.value))
    return [times, ...(plot.line ? rows : stacked(rows))]
  }, [known])
  const most = Math.max(
    0,
    ...data
      .slice(1)
      .flat()
      .filter((value) => value != null),
  )
  return (
    <section class="plot-box">
      <h2>
        {plot.title} {plot.hint && <span class="quiet">{plot.hint}</span>}
      </h2>
      <Plot
        make={make}
        data={data}
        mark={times[at]}
        onPick={onPick}
        label={`${plot.title} per day, at most ${plot.told(most)}; the table has the numbers of each day`}
      />
    </section>
  )
}

export function Plots({ known, at, onPick }) {
  return (
    <div class="plots">
      {plots.map((plot) => (
        <OfDays key={plot.title} plot={plot} known={known} at={at} onPick={onPick} />
      ))}
    </div>
  )
}
