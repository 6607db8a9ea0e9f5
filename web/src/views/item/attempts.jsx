// Why each attempt failed, and what the agent changed in between.
import { when } from '../../base/format.js'
import { Nothing } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { Changes } from './changes.jsx'
import { Finding } from './finding.jsx'

function Hints({ hints }) {
  if (!hints?.length) return null
  return (
    <section>
      <h2>Hints</h2>
      <ul class="lines">
        {hints.map((hint) => (
          <li key={hint.at ?? hint.text}>
            <Text text={hint.text} /> <span class="quiet">{hint.at && when(hint.at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Attempts({ base, waiting, mine }) {
  if (!waiting) return <Nothing>Nothing of it is refused now.</Nothing>
  return (
    <>
      <Hints hints={waiting.hints} />
      {[...waiting.attempts].reverse().map((attempt) => (
        <section key={attempt.attempt} class="attempt">
          <h2>
            Attempt {attempt.attempt} <span class="quiet">{when(attempt.at)}</span>
          </h2>
          {attempt.findings.map((each, i) => (
            <div key={i}>
              <code><Text text={`${each.file ?? ''}${each.line ? `:${each.line}` : ''}`} /></code>
              <Finding finding={each} />
            </div>
          ))}
          <Changes base={base} attempt={attempt.attempt} mine={mine} />
        </section>
      ))}
    </>
  )
}
