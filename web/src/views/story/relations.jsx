// Who stands how to whom: a small graph, and the numbers beside it.
import { shown } from '../../base/shown.js'
import { Nothing } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

const width = 320
const height = 210
const measures = ['trust', 'tension', 'closeness']

function places(ids) {
  const [rx, ry] = [width / 2 - 62, height / 2 - 34]
  return new Map(
    ids.map((id, i) => {
      const turn = ids.length === 2 ? Math.PI * (1 - i) : (2 * Math.PI * i) / ids.length - Math.PI / 2
      return [id, [width / 2 + rx * Math.cos(turn), height / 2 + ry * Math.sin(turn)]]
    }),
  )
}

const cut = (text, most = 14) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
const told = (each) => measures.map((measure) => `${measure} ${each[measure]}`).join(', ')

function Picture({ ids, relations, present, nameOf }) {
  const at = places(ids)
  return (
    <svg
      class="relations"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={relations
        .map((each) => `${shown(nameOf(each.a))} and ${shown(nameOf(each.b))}: ${told(each)}`)
        .join('. ')}
    >
      {relations.map((each) => {
        const [[x1, y1], [x2, y2]] = [at.get(each.a), at.get(each.b)]
        return (
          <g key={`${each.a} ${each.b}`}>
            <line
              x1={x1}
              y1={y1}
              x2={x2}
              y2={y2}
              class={each.tension > each.trust ? 'tense' : ''}
              stroke-width={1 + Math.max(0, each.closeness) / 2.5}
            />
            <rect class="label" x={(x1 + x2) / 2 - 30} y={(y1 + y2) / 2 - 9} width="60" height="18" />
            <text class="edge" x={(x1 + x2) / 2} y={(y1 + y2) / 2 + 4}>
              {measures.map((measure) => each[measure]).join(' / ')}
            </text>
          </g>
        )
      })}
      {ids.map((id) => {
        const [x, y] = at.get(id)
        const name = cut(shown(nameOf(id)))
        const half = Math.max(26, name.length * 3.9 + 10)
        return (
          <g key={id} class={present.includes(id) ? 'here' : 'away'}>
            <rect x={x - half} y={y - 14} width={2 * half} height="28" rx="14" />
            <text x={x} y={y + 4.5}>
              {name}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** From -10 to 10, around the middle. */
function Measure({ name, value }) {
  const share = Math.min(10, Math.abs(value)) * 5
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="measure" aria-hidden="true">
          <span class={name} style={{ left: `${value < 0 ? 50 - share : 50}%`, width: `${share}%` }} />
        </span>
        <span class="amount">{value}</span>
      </dd>
    </div>
  )
}

export function Relations({ relations, present, nameOf }) {
  if (relations.length === 0) return <Nothing>Nobody stands in any relation yet.</Nothing>
  const ids = [...new Set([...present, ...relations.flatMap(({ a, b }) => [a, b])])]
  return (
    <>
      <Picture ids={ids} relations={relations} present={present} nameOf={nameOf} />
      <p class="quiet legend">
        trust / tension / closeness · a broken line: more tension than trust · dashed frame: not here
      </p>
      <ul>
        {relations.map((each) => (
          <li key={`${each.a} ${each.b}`} class="relation">
            <h2>
              <Text text={nameOf(each.a)} /> and <Text text={nameOf(each.b)} />
            </h2>
            <dl>
              {measures.map((name) => (
                <Measure key={name} name={name} value={each[name]} />
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}
