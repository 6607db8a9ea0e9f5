// What happened to the signal, newest first, with the steps of each settling.
import { attemptOf, micros, when } from '../../base/format.js'
import { Nothing, Sign } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

const known = new Set(['steps', 'findings', 'attempt', 'attempts', 'tier', 'generation'])

function Steps({ steps }) {
  if (!steps?.length) return null
  return (
    <ol class="steps" aria-label="Steps">
      {steps.map(([name, at], i) => (
        <li key={i}>
          <Text text={name} /> <span class="quiet">{micros(at)}</span>
        </li>
      ))}
    </ol>
  )
}

export function Entry({ event }) {
  const { detail = {} } = event
  const more = Object.entries(detail).filter(([name, value]) => !known.has(name) && typeof value !== 'object')
  return (
    <li>
      <div>
        <time class="quiet" dateTime={event.time}>
          {when(event.time)}
        </time>{' '}
        <Sign of={event.outcome || event.event}>
          <Text
            text={event.event === 'settled' ? event.outcome : [event.event, event.outcome].filter(Boolean).join(', ')}
          />
        </Sign>{' '}
        {detail.generation && <span>generation {detail.generation}</span>}
        {detail.attempt && <span>{attemptOf(detail.attempt, detail.attempts)}</span>}
        {detail.findings && <span class="quiet"> {detail.findings.length} found</span>}
      </div>
      {more.length > 0 && (
        <dl class="pairs">
          {more.map(([name, value]) => (
            <div key={name}>
              <dt>
                <Text text={name} />
              </dt>
              <dd>
                <Text text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Steps steps={detail.steps} />
    </li>
  )
}

export function History({ signal }) {
  if (signal.events.length === 0) return <Nothing>The journal has nothing about it.</Nothing>
  return (
    <ol class="history" aria-label="History">
      {[...signal.events].reverse().map((event) => (
        <Entry key={event.id} event={event} />
      ))}
    </ol>
  )
}
