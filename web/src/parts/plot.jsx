// A plot on a canvas (uPlot). Its numbers are always written somewhere beside it as well.
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { colour, useScheme } from '../base/palette.js'

const font = '12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'

/** Axes in the page's colours; `more` replaces what it names. */
export const axis = (more) => ({
  font,
  stroke: colour('--quiet'),
  grid: { stroke: colour('--line'), width: 1 },
  ticks: { show: false },
  ...more,
})

/** A line at one place of the x axis. */
function markAt(plot, x) {
  if (x == null) return
  const { ctx, bbox } = plot
  const left = Math.round(plot.valToPos(x, 'x', true))
  ctx.save()
  ctx.strokeStyle = colour('--ink')
  ctx.setLineDash([3, 3])
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.moveTo(left, bbox.top)
  ctx.lineTo(left, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}

/**
 * Stacked values: each series on those before it. The last one is drawn first, so it comes first; zeros are not drawn.
 */
export function stacked(rows) {
  const sums = []
  for (const row of rows) sums.push(row.map((value, i) => (sums.at(-1)?.[i] ?? 0) + (value ?? 0)))
  return sums.map((sum, k) => sum.map((value, i) => (rows[k][i] ? value : null))).reverse()
}

export const bars = (most = 46) => uPlot.paths.bars({ size: [0.7, most, 2] })
export const { spline, linear } = uPlot.paths

/** `make(width)` returns uPlot's options; `mark` is a value of x; `onPick` gets the index that was pressed. */
export function Plot({ make, data, label, height = 190, mark, onPick }) {
  const box = useRef()
  const plot = useRef(null)
  const now = useRef({})
  now.current = { mark, onPick }
  const scheme = useScheme()

  useEffect(() => {
    const options = make()
    const made = new uPlot(
      {
        width: box.current.clientWidth,
        height,
        padding: [12, null, 0, null],
        legend: { show: false },
        ...options,
        cursor: { y: false, points: { show: false }, drag: { setScale: false }, ...options.cursor },
        hooks: { draw: [(u) => markAt(u, now.current.mark)], ...options.hooks },
      },
      data,
      box.current,
    )
    plot.current = made
    const pressed = () => made.cursor.idx != null && now.current.onPick?.(made.cursor.idx)
    made.over.addEventListener('click', pressed)
    const observer = new ResizeObserver(() => {
      const width = box.current?.clientWidth
      if (width) made.setSize({ width, height })
    })
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [scheme, make])
  useEffect(() => plot.current?.setData(data), [data])
  useEffect(() => plot.current?.redraw(false), [mark])
  return <div class="plot" role="img" aria-label={label} ref={box} style={{ height: `${height}px` }} />
}
