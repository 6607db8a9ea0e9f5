// Why each attempt failed, each beside the one before it.
import { when } from '../../base/format.js'
import { Nothing } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { SideBySide } from './changes.jsx'
import { Finding } from './finding.jsx'

function Hints({ hints }) {
  if (!hints?.length) return null
  return (
    <section aria-label="Hints">
      <h2>Hints given</h2>
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

export function Attempts({ waiting }) {
  if (!waiting) return <Nothing>Nothing of it is refused now.</Nothing>
  const { attempts } = waiting
  return (
    <>
      <Hints hints={waiting.hints} />
      {attempts
        .map((attempt, i) => (
          <section key={attempt.attempt} class="attempt">
            <h2>
              Attempt {attempt.attempt} <span class="quiet">{when(attempt.at)}</span>
            </h2>
            {i > 0 && <SideBySide before={attempts[i - 1]} after={attempt} />}
            <ul>
              {attempt.findings.map((each, k) => (
                <li key={k}>
                  <code>
                    <Text text={`${each.file ?? ''}${each.line ? `:${each.line}` : ''}`} />
                  </code>
                  <Finding finding={each} />
                </li>
              ))}
            </ul>
          </section>
        ))
        .reverse()}
    </>
  )
}
