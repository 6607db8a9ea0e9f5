// The newest events, as they come.
import { useEffect, useState } from 'preact/hooks'
import { get } from '../base/api.js'
import { recentEvents } from '../base/events.js'
import { clock } from '../base/format.js'
import { address } from '../base/routes.js'
import { idOf, nameOf } from '../base/sessions.js'
import { useEvents, useNarrow } from '../base/use.js'
import { Nothing, Sign } from './small.jsx'
import { Text } from './text.jsx'
import { WindowList } from './window-list.jsx'

const shownAtMost = 500

const keyOf = (event) => event.data.id ?? event.key

/** Newest first, each once. */
function joined(live, earlier) {
  const ids = new Set(live.map((event) => event.data.id).filter(Boolean))
  return [...live, ...earlier.filter((event) => !ids.has(event.data.id))].slice(0, shownAtMost)
}

/** "merged, generation 3" */
function outcomeText({ event, outcome, detail = {} }) {
  const more = []
  if (detail.generation) more.push(`generation ${detail.generation}`)
  if (outcome === 'refused' && detail.attempt) more.push(`attempt ${detail.attempt} of ${detail.attempts}`)
  if (detail.by) more.push(`by ${detail.by}`)
  return [event === 'settled' ? outcome : [event, outcome].filter(Boolean).join(' '), ...more].join(', ')
}

export function EventLine({ event: { name, data }, withSession = true }) {
  const signal = [data.name, data.kind].filter(Boolean).join('.')
  const id = data.session_id || idOf(data.session ?? '')
  const words =
    name === 'journal' ? outcomeText(data) : [data.what, data.text ?? data.reason].filter(Boolean).join(': ')
  const sign = name === 'journal' ? data.outcome || data.event : 'working'
  return (
    <span class="event">
      <time class="quiet" dateTime={data.time}>
        {clock(data.time)}
      </time>
      <Sign of={sign}>
        <Text text={words} />
      </Sign>
      {signal && id ? (
        <a href={address('s', id, 'signal', signal)}>
          <Text text={signal} />
        </a>
      ) : (
        <Text text={signal} />
      )}
      {withSession && <Text class="quiet" text={nameOf(data.session ?? '')} />}
    </span>
  )
}

/** With `session` (a path), only of that session. */
export function EventStream({ session }) {
  const [live, setLive] = useState(recentEvents)
  const narrow = useNarrow()
  const [earlier, setEarlier] = useState([])

  const readEarlier = () =>
    get('/api/v1/log?limit=200').then(
      ({ data }) => setEarlier(data.events.reverse().map((entry) => ({ name: 'journal', data: entry }))),
      () => {},
    )
  useEffect(() => void readEarlier(), [])
  useEvents((message) => {
    if (message.name === 'journal' || message.name === 'activity') setLive(recentEvents())
    if (message.name === 'reset') readEarlier()
  })

  const events = joined(live, earlier).filter((event) => !session || event.data.session === session)
  return (
    <section class="stream-box" aria-label="What happens">
      <h2>Events</h2>
      {events.length === 0 ? (
        <Nothing>Nothing has happened yet.</Nothing>
      ) : (
        <WindowList
          class="tall"
          label="Events, the newest first"
          items={events}
          height={narrow ? 48 : 30}
          keyOf={keyOf}
          render={(event) => <EventLine event={event} withSession={!session} />}
        />
      )}
    </section>
  )
}
