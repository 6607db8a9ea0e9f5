// The versions of the graph that are kept: what differs, and the way back.
import { useState } from 'preact/hooks'
import { ofSession } from '../../base/api.js'
import { bytes, when } from '../../base/format.js'
import { useDocument } from '../../base/use.js'
import { Nothing, Waiting } from '../../parts/small.jsx'
import { GraphDiff } from './graph-diff.jsx'
import { Agents } from './agents.jsx'
import { GoBack } from './go-back.jsx'

export default function Generations({ session }) {
  const mine = ({ name, data }) => name === 'journal' && data.session_id === session
  const generations = useDocument(ofSession(session, 'generations'), mine)
  const [from, setFrom] = useState(null)
  const [to, setTo] = useState('')
  const [back, setBack] = useState(null)
  if (!generations.data) return <Waiting of={generations} what="the generations" />
  const all = [...generations.data.generations].reverse()
  if (all.length === 0) return <Nothing>No earlier version of this graph is kept.</Nothing>
  const chosen = from ?? all[0].generation
  return (
    <div class="generations-columns">
      <div>
        <h2>Kept versions</h2>
        <ol class="generations" aria-label="Generations">
          {all.map((each) => (
            <li key={each.generation}>
              <button
                class="plain"
                aria-pressed={each.generation === chosen}
                onClick={() => (setFrom(each.generation), setTo(''))}
              >
                <b>{each.generation}</b> <span>{when(each.modified)}</span>{' '}
                <span class="quiet">{bytes(each.size)}</span>
              </button>
              <button
                onClick={() => setBack({ restore: each.generation })}
                aria-label={`Restore generation ${each.generation} …`}
              >
                Restore …
              </button>
            </li>
          ))}
        </ol>
        <Agents session={session} onBack={setBack} />
      </div>
      <div>
        <div class="title-line">
          <h2>What changed after generation {chosen}</h2>
          <label>
            until{' '}
            <select value={to} onChange={(event) => setTo(event.target.value)}>
              <option value="">now</option>
              {all
                .filter((each) => each.generation > chosen)
                .map(({ generation }) => (
                  <option key={generation} value={generation}>
                    generation {generation}
                  </option>
                ))}
            </select>
          </label>
        </div>
        <GraphDiff session={session} from={chosen} to={to} mine={mine} />
      </div>
      {back && <GoBack session={session} {...back} onClose={() => setBack(null)} onDone={generations.reload} />}
    </div>
  )
}
