// What needs somebody first, in the order of `artifactctl status`; then what happens.
import { address } from '../base/routes.js'
import { count } from '../base/format.js'
import { idOf, nameOf } from '../base/sessions.js'
import { useDocument, useTitle } from '../base/use.js'
import { EventStream } from '../parts/event-stream.jsx'
import { Age, Nothing, Sign, Waiting } from '../parts/small.jsx'
import { Text } from '../parts/text.jsx'
import { WindowList } from '../parts/window-list.jsx'

const actors = [
  ['operator', 'for the operator'],
  ['person', 'for a person'],
  ['agent', 'for an agent'],
  ['artifactd', 'at work'],
]

/** 'a.kg' of 'a.kg.lock.error'. */
const signalOf = (file) => file.replace(/\.lock(\.error)?$/, '')

function Counts({ status }) {
  const { counts, daemon } = status
  return (
    <ul class="counts" aria-label="How much waits for whom">
      {actors.map(([actor, words]) => (
        <li key={actor} class={counts[actor] ? '' : 'zero'}>
          <b>{counts[actor].toLocaleString('en')}</b> <Sign of={actor}>{words}</Sign>
        </li>
      ))}
      <li>
        <b>{status.sessions.toLocaleString('en')}</b> sessions
      </li>
      <li class={daemon.health === 'ok' || !daemon.running ? '' : 'wide'}>
        {daemon.running ? (
          <Sign of={daemon.health === 'ok' ? 'ok' : 'warning'}>
            {daemon.health === 'ok' ? 'artifactd is well' : <Text text={daemon.reason || daemon.health} />}
          </Sign>
        ) : (
          <Sign of="error">artifactd does not run</Sign>
        )}
      </li>
    </ul>
  )
}

function StuckRow({ item }) {
  const signal = signalOf(item.file)
  const id = idOf(item.session)
  const target = id && signal.includes('.') ? address('s', id, 'signal', signal) : address('s', id)
  return (
    <a class="stuck" href={target}>
      <span class="stuck-head">
        <Sign of={item.actor} />
        <b>
          <Text text={nameOf(item.session)} />
        </b>
        <Text text={signal} />
        <Age time={item.since} />
      </span>
      <span class="stuck-why">
        <Text text={item.reason} />
      </span>
    </a>
  )
}

function AtWork({ items }) {
  if (items.length === 0) return null
  return (
    <section aria-label="At work">
      <h2>At work</h2>
      <ul class="lines">
        {items.map((item) => (
          <li key={`${item.session} ${item.name} ${item.kind}`}>
            <Sign of="working">{item.what}</Sign> <Text text={nameOf(item.session ?? '')} />{' '}
            <Text text={[item.name, item.kind].filter(Boolean).join('.')} />{' '}
            <Text class="quiet" text={item.text ?? item.reason ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Noticed({ items }) {
  if (items.length === 0) return null
  return (
    <section aria-label="Noticed">
      <h2>Noticed</h2>
      <ul class="lines">
        {items.map((item) => (
          <li key={`${item.at} ${item.text}`}>
            <Text text={nameOf(item.session)} /> <Text class="quiet" text={item.text} /> <Age time={item.at} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export default function Now() {
  useTitle('Now')
  const status = useDocument('/api/v1/status', () => true)
  return (
    <div class="now">
      <h1 class="unseen">Now</h1>
      {status.data ? <Counts status={status.data} /> : <Waiting of={status} what="the state" />}
      <div class="now-columns">
        <div>
          {status.data && (
            <section aria-label="Waiting">
              <h2>
                Waiting <span class="quiet">{count(status.data.stuck.length, 'signal')}</span>
              </h2>
              {status.data.stuck.length === 0 ? (
                <Nothing>Nothing waits for anybody.</Nothing>
              ) : (
                <WindowList
                  class="tall"
                  label="What waits, the most urgent first"
                  items={status.data.stuck}
                  height={58}
                  keyOf={(item) => `${item.session}/${item.file}`}
                  render={(item) => <StuckRow item={item} />}
                />
              )}
            </section>
          )}
          {status.data && <AtWork items={status.data.at_work} />}
          {status.data && <Noticed items={status.data.noticed} />}
        </div>
        <EventStream />
      </div>
    </div>
  )
}
