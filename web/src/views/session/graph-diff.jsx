// What differs between two versions of a graph, entry by entry.
import { useState } from 'preact/hooks'
import { ofSession } from '../../base/api.js'
import { count } from '../../base/format.js'
import { useDocument } from '../../base/use.js'
import { Diff } from '../../parts/diff.jsx'
import { Nothing, Sign, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

const signs = { added: ['+', 'good'], removed: ['−', 'bad'], changed: ['≠', 'wait'] }

/** JSON over several lines, if it is JSON. */
function spread(text) {
  if (text === undefined) return ''
  if (text === null) return '(longer than 4,096 bytes)'
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Change({ change }) {
  const [sign, tone] = signs[change.change]
  const where = [change.agent, change.list, change.id ?? change.member].filter(Boolean).join(' › ') || change.pointer
  return (
    <li>
      <details>
        <summary>
          <span class={`sign ${tone}`}>
            <span aria-hidden="true">{sign}</span> {change.change}
          </span>{' '}
          <Text text={where} />
        </summary>
        {change.change === 'changed' ? (
          <Diff before={spread(change.before)} after={spread(change.after)} />
        ) : (
          <pre class={change.change} tabIndex={0}>
            <Text text={spread(change.change === 'added' ? change.after : change.before)} />
          </pre>
        )}
      </details>
    </li>
  )
}

export function GraphDiff({ session, from, to, mine }) {
  const [limit, setLimit] = useState(200)
  const path = `${ofSession(session, 'generations', String(from), 'diff')}?limit=${limit}${to && `&to=${to}`}`
  const diff = useDocument(path, mine)
  if (!diff.data) return <Waiting of={diff} what="the differences" />
  const { changes, total, complete } = diff.data
  if (total === 0) return <Nothing>Both have the same entries.</Nothing>
  return (
    <>
      <p class="quiet" role="status">
        {count(total, 'entry differs', 'entries differ')}
        {!complete && <Sign of="warning">the graphs are too large: the rest was not compared</Sign>}
      </p>
      <ul class="changes" aria-label="Changes">
        {changes.map((each) => (
          <Change key={`${each.change} ${each.pointer}`} change={each} />
        ))}
      </ul>
      {changes.length < total && limit < 1000 && <button onClick={() => setLimit(1000)}>Show more</button>}
      {changes.length < total && limit === 1000 && <p class="quiet">The first 1,000 are shown.</p>}
    </>
  )
}
