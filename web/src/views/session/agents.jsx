// One agent's earlier values, to roll back to.
import { useMemo, useState } from 'preact/hooks'
import { ofSession } from '../../base/api.js'
import { bytes, when } from '../../base/format.js'
import { useDocument } from '../../base/use.js'
import { Nothing, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

function Values({ session, agent, onBack }) {
  const history = useDocument(
    ofSession(session, 'agents', agent, 'history'),
    ({ name, data }) => name === 'journal' && data.session_id === session,
  )
  if (!history.data) return <Waiting of={history} what="its values" />
  const past = history.data.past.filter((each) => each.generation !== undefined)
  if (past.length === 0) return <Nothing>No earlier value of it is kept.</Nothing>
  return (
    <ol class="generations" aria-label={`Values of ${agent}`}>
      {past.map((each) => (
        <li key={each.generation}>
          <span>
            <b>{each.generation}</b> {each.bytes === 0 ? 'not there yet' : bytes(each.bytes)}
            {each.present && ' · as now'}{' '}
            <span class="quiet">replaced {when(each.replaced_at)}</span>
          </span>
          <button
            onClick={() => onBack({ agent, rollback: each.generation })}
            aria-label={`Roll ${agent} back to generation ${each.generation} …`}
          >
            Roll back …
          </button>
        </li>
      ))}
    </ol>
  )
}

export function Agents({ session, onBack }) {
  const log = useDocument(
    `/api/v1/log?limit=1000&session=${encodeURIComponent(session)}`,
    ({ name, data }) => name === 'journal' && data.session_id === session,
  )
  const [chosen, choose] = useState('')
  const agents = useMemo(
    () =>
      [
        ...new Set((log.data?.events ?? []).filter((each) => each.outcome === 'merged').map((each) => each.name)),
      ].sort(),
    [log.data],
  )
  if (agents.length === 0) return null
  return (
    <section aria-label="Agents">
      <h2>One agent's values</h2>
      <ul class="agents">
        {agents.map((agent) => (
          <li key={agent}>
            <button
              class="plain link"
              aria-expanded={chosen === agent}
              onClick={() => choose(chosen === agent ? '' : agent)}
            >
              <Text text={agent} />
            </button>
            {chosen === agent && <Values session={session} agent={agent} onBack={onBack} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
