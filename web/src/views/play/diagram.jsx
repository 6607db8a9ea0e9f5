// The phases of a game, one below the other, and its transitions: straight to the next phase, to the right further
// down, to the left back up. Their numbers are those of the list beside it.
import { shown } from '../../base/shown.js'

const half = [74, 17] // of a phase's box
const gap = 66
const lane = 26

/** Lanes at one side: edges whose spans overlap get different ones, the short ones the inner. */
function lanes(edges) {
  const taken = []
  return [...edges]
    .sort((a, b) => Math.abs(a.to - a.from) - Math.abs(b.to - b.from))
    .map((edge) => {
      const [top, bottom] = [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)]
      let index = 0
      while (taken[index]?.some(([a, b]) => a < bottom && top < b)) ++index
      ;(taken[index] ??= []).push([top, bottom])
      return { ...edge, lane: index }
    })
}

export function layout({ phases, transitions }) {
  const at = new Map(phases.map(({ phase }, i) => [phase, i]))
  const straightTaken = new Set()
  const edges = transitions
    .map((each, i) => ({ id: each.id, number: i + 1, from: at.get(each.from), to: at.get(each.to) }))
    .filter(({ from, to }) => from != null && to != null)
    .map((edge) => {
      if (edge.to === edge.from) return { ...edge, side: 'loop' }
      if (edge.to < edge.from) return { ...edge, side: 'left' }
      if (edge.to > edge.from + 1 || straightTaken.has(edge.from)) return { ...edge, side: 'right' }
      straightTaken.add(edge.from)
      return { ...edge, side: 'straight' }
    })
  const of = (side) => lanes(edges.filter((edge) => edge.side === side))
  const [left, right] = [of('left'), of('right')]
  const room = (list) => (list.length > 0 ? (Math.max(...list.map((edge) => edge.lane)) + 1) * lane + 16 : 22)
  const centre = room(left) + half[0]
  return {
    edges: [...edges.filter(({ side }) => side === 'straight' || side === 'loop'), ...left, ...right],
    width: centre + half[0] + Math.max(room(right), edges.some(({ side }) => side === 'loop') ? 40 : 0),
    height: (phases.length - 1) * gap + 2 * half[1] + 8,
    centre,
    y: (index) => half[1] + 4 + index * gap,
  }
}

/** An arrow's tip at a place: 'down', 'right' or 'left'. */
const tips = { down: 'l-4 -7 h8z', right: 'l-7 -4 v8z', left: 'l7 -4 v8z' }

/** { way, tip, at }: its line, its tip, and where its number stands. */
function wayOf(edge, { centre, y }) {
  const [y1, y2] = [y(edge.from), y(edge.to)]
  if (edge.side === 'straight') {
    const end = y2 - half[1]
    return {
      way: `M${centre} ${y1 + half[1]}V${end - 3}`,
      tip: `M${centre} ${end}${tips.down}`,
      at: [centre, (y1 + y2) / 2],
    }
  }
  if (edge.side === 'loop') {
    const x = centre + half[0]
    const way = `M${x} ${y1 - 8}C${x + 40} ${y1 - 16} ${x + 40} ${y1 + 16} ${x + 4} ${y1 + 8}`
    return { way, tip: `M${x} ${y1 + 8}${tips.left}`, at: [x + 31, y1] }
  }
  const right = edge.side === 'right'
  const sign = right ? 1 : -1
  const x = centre + sign * half[0]
  const far = x + sign * (edge.lane + 1) * lane
  // Beginnings and ends at one side stand apart.
  const [a, b] = [y1 + sign * 7, y2 - sign * 7]
  const [bend, back] = [Math.sign(b - a) * 12, far - sign * 12]
  const way = `M${x} ${a}H${back}Q${far} ${a} ${far} ${a + bend}V${b - bend}Q${far} ${b} ${back} ${b}H${x + sign * 4}`
  return { way, tip: `M${x} ${b}${right ? tips.left : tips.right}`, at: [far, (a + b) / 2] }
}

const cut = (text) => (text.length > 19 ? `${text.slice(0, 18)}…` : text)

function Edge({ edge, plan, now }) {
  const { way, tip, at } = wayOf(edge, plan)
  return (
    <g class={`edge ${now ? 'now' : ''}`}>
      <path d={way} />
      <path class="tip" d={tip} />
      <circle cx={at[0]} cy={at[1]} r="9" />
      <text x={at[0]} y={at[1] + 3.8}>
        {edge.number}
      </text>
    </g>
  )
}

function told({ phases }, phase) {
  const names = phases.map((each) => shown(each.phase)).join(', ')
  return `${phases.length} phases: ${names}${phase ? `; now in ${shown(phase)}` : ''}`
}

/** `phase` and `transition` are those of the step that is shown; `faulty` names phases in which a fault was found. */
export function Diagram({ game, phase, transition, faulty = [] }) {
  const plan = layout(game)
  return (
    <svg
      class="diagram"
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      width={plan.width}
      height={plan.height}
      role="img"
      aria-label={told(game, phase)}
    >
      {plan.edges.map((edge) => (
        <Edge key={edge.number} edge={edge} plan={plan} now={edge.id === transition} />
      ))}
      {game.phases.map((each, i) => (
        <g key={each.phase} class={`phase ${each.asks_players ? 'asks' : ''} ${each.phase === phase ? 'now' : ''}`}>
          <rect x={plan.centre - half[0]} y={plan.y(i) - half[1]} width={2 * half[0]} height={2 * half[1]} rx="8" />
          {each.asks_players && (
            <rect
              class="inner"
              x={plan.centre - half[0] + 3}
              y={plan.y(i) - half[1] + 3}
              width={2 * half[0] - 6}
              height={2 * half[1] - 6}
              rx="6"
            />
          )}
          <text x={plan.centre} y={plan.y(i) + 4.5}>
            {faulty.includes(each.phase) ? '✗ ' : ''}
            {each.phase === phase ? '▸ ' : ''}
            {cut(shown(each.phase))}
          </text>
        </g>
      ))}
    </svg>
  )
}
