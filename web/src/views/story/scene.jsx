// The state of a scene: what the rules count, who is there.
import { Text } from '../../parts/text.jsx'

const title = (name) => name.replaceAll('_', ' ')

function Value({ of }) {
  if (Array.isArray(of))
    return of.length === 0 ? (
      '–'
    ) : (
      <ul>
        {of.map((each, i) => (
          <li key={i}>
            <Value of={each} />
          </li>
        ))}
      </ul>
    )
  if (of !== null && typeof of === 'object') return <Text text={JSON.stringify(of)} />
  return <Text text={String(of)} />
}

export function Scene({ state, present, nameOf }) {
  const rest = Object.entries(state).filter(([name]) => name !== 'present' && name !== 'relations')
  return (
    <dl class="pairs">
      <div>
        <dt>here</dt>
        <dd>
          <Text text={present.map(nameOf).join(', ') || 'nobody'} />
        </dd>
      </div>
      {rest.map(([name, value]) => (
        <div key={name}>
          <dt>
            <Text text={title(name)} />
          </dt>
          <dd>
            <Value of={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
