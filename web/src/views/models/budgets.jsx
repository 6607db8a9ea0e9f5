// What may be spent, and what was spent today.
import { money } from '../../base/format.js'
import { Sign } from '../../parts/small.jsx'

const spans = [
  ['day', 'a day'],
  ['session', 'a session'],
  ['run', 'a run'],
  ['call', 'a call'],
]

const tokensText = (tokens) => `${tokens.toLocaleString('en')} tokens`

/** What is left of a limit, in words and as a bar. */
function Used({ used, limit, text }) {
  const share = limit > 0 ? used / limit : 1
  const tone = share >= 1 ? 'error' : share >= 0.8 ? 'warning' : 'ok'
  return (
    <div class="used">
      <span class={`bar ${tone}`} aria-hidden="true">
        <span style={{ width: `${Math.min(100, 100 * share)}%` }} />
      </span>
      <span>
        {text(used)} of {text(limit)} today
        {share >= 0.8 && (
          <>
            {' '}
            <Sign of={tone}>{share >= 1 ? 'no call is made any more' : 'almost used up'}</Sign>
          </>
        )}
      </span>
    </div>
  )
}

function limitsText({ micro_dollars: dollars, tokens }) {
  const parts = [dollars != null && money(dollars), tokens != null && tokensText(tokens)].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'no limit'
}

export function Budgets({ limits, today }) {
  return (
    <section class="budgets" aria-label="Budgets">
      <h2>Budgets</h2>
      {today && limits.day.micro_dollars != null && (
        <Used used={today.micro_dollars} limit={limits.day.micro_dollars} text={money} />
      )}
      {today && limits.day.tokens != null && <Used used={today.tokens} limit={limits.day.tokens} text={tokensText} />}
      <dl class="pairs">
        {spans.map(([span, words]) => (
          <div key={span}>
            <dt>At most, {words}</dt>
            <dd>{limitsText(limits[span])}</dd>
          </div>
        ))}
        {today && (
          <div>
            <dt>Spent today</dt>
            <dd>
              {money(today.micro_dollars)}, {tokensText(today.tokens)}
              {today.unpriced_tokens > 0 && `; ${tokensText(today.unpriced_tokens)} of unknown price`}
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
