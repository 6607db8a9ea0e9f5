// The signals of a session over time: a row for each signal, a mark for each entry of the journal.
import { useMemo } from 'preact/hooks'
import { ofSession } from '../../base/api.js'
import { clock, count, when } from '../../base/format.js'
import { address } from '../../base/routes.js'
import { shown } from '../../base/shown.js'
import { useDocument } from '../../base/use.js'
import { Nothing, Sign, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { WindowList } from '../../parts/window-list.jsx'

const marks = { merged: ['✓', 'good'], refused: ['✗', 'bad'], unchanged: ['=', 'quiet'], pending: ['○', 'wait'] }

const wordOf = (entry) => [entry.name, entry.kind].filter(Boolean).join('.')

/** Rows: { signal, state, entries }, those that wait first, then the newest. */
export function rowsOf(session, entries) {
  const rows = new Map()
  const row = (signal) => {
    if (!rows.has(signal)) rows.set(signal, { signal, state: '', entries: [] })
    return rows.get(signal)
  }
  for (const state of ['refused', 'pending'])
    for (const each of session[state]) Object.assign(row(each.signal), { state, since: each.since })
  for (const entry of entries) if (entry.name) row(wordOf(entry)).entries.push(entry)
  const newest = (each) => each.entries.at(-1)?.time ?? each.since ?? ''
  for (const each of rows.values()) each.state ||= each.entries.at(-1)?.outcome || each.entries.at(-1)?.event || ''
  const rank = { refused: 0, pending: 1 }
  return [...rows.values()].sort(
    (a, b) => (rank[a.state] ?? 2) - (rank[b.state] ?? 2) || (newest(a) < newest(b) ? 1 : -1),
  )
}

function Marks({ entries, from, span }) {
  return (
    <span class="track">
      {entries.slice(-60).map((entry) => {
        const [sign, tone] = marks[entry.outcome] ?? ['·', 'quiet']
        const at = span > 0 ? (Date.parse(entry.time) - from) / span : 1
        return (
          <span
            key={entry.id}
            class={`mark ${tone}`}
            style={{ left: `${at * 100}%` }}
            title={`${entry.event} ${entry.outcome} ${when(entry.time)}`}
            aria-hidden="true"
          >
            {sign}
          </span>
        )
      })}
    </span>
  )
}

function summary({ signal, state, entries }) {
  const number = (outcome) => entries.filter((entry) => entry.outcome === outcome).length
  return `${shown(signal)}, ${state}, merged ${number('merged')} times, refused ${number('refused')} times`
}

export default function Signals({ session }) {
  const mine = ({ name, data }) => name === 'journal' && data.session_id === session
  const state = useDocument(ofSession(session), mine)
  const log = useDocument(`/api/v1/log?limit=1000&session=${encodeURIComponent(session)}`, mine)
  const entries = log.data?.events ?? []
  const rows = useMemo(() => (state.data ? rowsOf(state.data, entries) : []), [state.data, log.data])

  if (!state.data) return <Waiting of={state} what="the session" />
  const times = entries.map((entry) => Date.parse(entry.time))
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0]
  return (
    <>
      <p class="quiet" role="status">
        {count(rows.length, 'signal')}{' '}
        <Sign of="refused">{count(state.data.refused.length, 'refused', 'refused')}</Sign>{' '}
        <Sign of="pending">{count(state.data.pending.length, 'pending', 'pending')}</Sign>
        {entries.length === 1000 && ' · the newest 1,000 entries'}
      </p>
      {rows.length === 0 ? (
        <Nothing>Nothing was ever submitted here.</Nothing>
      ) : (
        <>
          <div class="axis quiet" aria-hidden="true">
            <span>{from ? clock(from) : ''}</span>
            <span>{to ? clock(to) : ''}</span>
          </div>
          <WindowList
            class="tall"
            label="Signals"
            items={rows}
            height={36}
            keyOf={(row) => row.signal}
            render={(row) => (
              <a class="signal-row" href={address('s', session, 'signal', row.signal)} aria-label={summary(row)}>
                <span class="signal-name">
                  <Text text={row.signal} />
                </span>
                <Sign of={row.state} />
                <Marks entries={row.entries} from={from} span={to - from} />
              </a>
            )}
          />
        </>
      )}
    </>
  )
}
