// Colours by their names in style.css, and patterns, so that canvases can tell things apart without colours.
import { useEffect, useState } from 'preact/hooks'

export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** 'light' or 'dark'; the part is drawn again when it changes. */
export function useScheme() {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const [dark, setDark] = useState(query.matches)
  useEffect(() => {
    const changed = () => setDark(query.matches)
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }, [])
  return dark ? 'dark' : 'light'
}

const names = ['--link', '--wait', '--good', '--violet', '--bad', '--quiet']
const strokes = [
  null, // filled
  [[0, 8, 8, 0]],
  [[0, 0, 8, 8]],
  [[4, 0, 4, 8]],
  [[0, 4, 8, 4]],
  [
    [0, 8, 8, 0],
    [0, 0, 8, 8],
  ],
]

/** Of the series `index`: { name, stroke, dash } and fill(), which needs a canvas. */
export function styleOf(index) {
  const name = names[index % names.length]
  const lines = strokes[index % strokes.length]
  const dash = [[], [6, 4], [2, 3], [10, 4, 2, 4], [14, 4], [4, 2]][index % 6]
  return { name, stroke: colour(name), dash, fill: () => patternOf(colour(name), lines) }
}

function patternOf(ink, lines) {
  if (!lines) return ink
  const tile = document.createElement('canvas')
  tile.width = tile.height = 8
  const context = tile.getContext('2d')
  // What lies behind must not shine through.
  context.fillStyle = colour('--sheet')
  context.fillRect(0, 0, 8, 8)
  context.fillStyle = ink
  context.globalAlpha = 0.25
  context.fillRect(0, 0, 8, 8)
  context.globalAlpha = 1
  context.strokeStyle = ink
  context.lineWidth = 2.5
  for (const [x1, y1, x2, y2] of lines) {
    context.beginPath()
    // Beyond the tile, so that its corners are filled.
    context.moveTo(x1 - (x2 - x1), y1 - (y2 - y1))
    context.lineTo(x2 + (x2 - x1), y2 + (y2 - y1))
    context.stroke()
  }
  return context.createPattern(tile, 'repeat')
}
