// The whole graph as a tree. Hovering over a value, or going to it by keyboard, says who wrote it and since when.
import { useState } from 'preact/hooks'
import { ofSession } from '../../../base/api.js'
import { count } from '../../../base/format.js'
import { useDocument } from '../../../base/use.js'
import { Waiting } from '../../../parts/small.jsx'
import { Text } from '../../../parts/text.jsx'
import { Origin, useOrigin } from './origin.jsx'

const atOnce = 100

const escaped = (part) => String(part).replace(/~/g, '~0').replace(/\//g, '~1')
const isBranch = (value) => value !== null && typeof value === 'object'

/** What stands beside a closed branch. */
function gist(value) {
  if (Array.isArray(value)) return count(value.length, 'entry', 'entries')
  const name = value.name ?? value.statement ?? value.title ?? value.id
  return typeof name === 'string' ? name : count(Object.keys(value).length, 'member')
}

/** The names by which the origin of what is at `pointer` may be asked, the innermost first. */
const namesFor = (names, key, value) => {
  const id = isBranch(value) && !Array.isArray(value) ? value.id : undefined
  return [...(id === undefined ? [] : [String(id)]), ...(Number.isInteger(key) ? [] : [key]), ...names]
}

function Value({ value }) {
  if (typeof value === 'string') return <Text class="value-text" text={value} />
  return <span class="value-other">{String(value)}</span>
}

function Branch({ name, value, pointer, names, origin, open: first }) {
  const [open, setOpen] = useState(first)
  const [most, setMost] = useState(atOnce)
  const entries = open ? (Array.isArray(value) ? [...value.entries()] : Object.entries(value)) : []
  return (
    <details
      open={open}
      onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
    >
      <summary {...origin.of(pointer, names)}>
        <Text class="key" text={name} /> <Text class="quiet" text={gist(value)} />
      </summary>
      {open && (
        <ul>
          {entries.slice(0, most).map(([key, each]) => (
            <Entry
              key={key}
              name={key}
              value={each}
              pointer={`${pointer}/${escaped(key)}`}
              names={namesFor(names, key, each)}
              origin={origin}
            />
          ))}
          {entries.length > most && (
            <li>
              <button class="plain link" onClick={() => setMost(most + 10 * atOnce)}>
                {(entries.length - most).toLocaleString('en')} more
              </button>
            </li>
          )}
        </ul>
      )}
    </details>
  )
}

function Entry({ name, value, pointer, names, origin }) {
  return (
    <li>
      {isBranch(value) ? (
        <Branch name={name} value={value} pointer={pointer} names={names} origin={origin} />
      ) : (
        <div class="leaf" tabIndex={0} {...origin.of(pointer, names)}>
          <Text class="key" text={name} /> <Value value={value} />
        </div>
      )}
    </li>
  )
}

export default function Tree({ session }) {
  const graph = useDocument(
    ofSession(session, 'graph'),
    ({ name, data }) => name === 'journal' && data.session_id === session && data.outcome === 'merged',
  )
  const origin = useOrigin(session, graph.etag)
  if (!graph.data) return <Waiting of={graph} what="the graph" />
  return (
    <>
      <div class="tree">
        <Branch
          name={graph.data.path ?? 'graph'}
          value={graph.data.graph}
          pointer=""
          names={[]}
          origin={origin}
          open
        />
      </div>
      <Origin of={origin} />
    </>
  )
}
