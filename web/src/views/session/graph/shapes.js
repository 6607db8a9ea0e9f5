// Types of entities differ by shape as well as by colour. The last one is for all that are left.
const polygon = (points) => (context, x, y, size) => {
  points.forEach(([px, py], i) => context[i === 0 ? 'moveTo' : 'lineTo'](x + px * size, y + py * size))
  context.closePath()
}

export const shapes = [
  {
    sign: '●',
    fill: '--link',
    trace: (context, x, y, size) => (context.moveTo(x + size, y), context.arc(x, y, size, 0, 7)),
  },
  {
    sign: '■',
    fill: '--good',
    trace: (context, x, y, size) => context.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8),
  },
  {
    sign: '▲',
    fill: '--wait',
    trace: polygon([
      [0, -1.2],
      [1.1, 0.8],
      [-1.1, 0.8],
    ]),
  },
  {
    sign: '◆',
    fill: '--bad',
    trace: polygon([
      [0, -1.3],
      [1.1, 0],
      [0, 1.3],
      [-1.1, 0],
    ]),
  },
  {
    sign: '▼',
    fill: '--violet',
    trace: polygon([
      [0, 1.2],
      [1.1, -0.8],
      [-1.1, -0.8],
    ]),
  },
  {
    sign: '◼',
    fill: '--quiet',
    trace: (context, x, y, size) => context.rect(x - size * 0.6, y - size * 0.6, size * 1.2, size * 1.2),
  },
]
