// Every fix with its verdict and the difference it makes.
import { count } from '../../base/format.js'
import { Nothing, Sign } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { UnifiedDiff } from '../../parts/unified-diff.jsx'

const verdicts = { pass: 'ok', fail: 'error', rolled_back: 'warning', pending: 'pending', proposed: 'pending' }

export function Fixes({ fixes }) {
  if (fixes.length === 0) return null
  const passed = fixes.filter((each) => each.verdict === 'pass').length
  return (
    <section class="fixes">
      <h2>
        Fixes{' '}
        <span class="quiet">
          {passed} of {count(fixes.length, 'fix', 'fixes')} passed
        </span>
      </h2>
      {fixes.map((each, i) => (
        <details key={each.fix} class="card fix-card" open={i < 6}>
          <summary>
            <b>
              <Text text={each.fix} />
            </b>{' '}
            <Sign of={verdicts[each.verdict]}>
              <Text text={each.verdict.replace('_', ' ')} />
            </Sign>{' '}
            <span class="quiet">
              risk <Text text={each.risk} />
            </span>
          </summary>
          {each.description && (
            <p>
              <Text text={each.description} />
            </p>
          )}
          {each.diff ? (
            <UnifiedDiff text={each.diff} label={`What ${each.fix} changes`} />
          ) : (
            <Nothing>It changes no file.</Nothing>
          )}
        </details>
      ))}
    </section>
  )
}
