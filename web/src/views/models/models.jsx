// The models: what they are asked, how long they take, what they cost, and what may be spent.
import { useMemo, useState } from 'preact/hooks'
import { duration, money } from '../../base/format.js'
import { useKeys } from '../../base/keys.js'
import { useDocument, useTitle } from '../../base/use.js'
import { Nothing, Problem, Sign, Waiting } from '../../parts/small.jsx'
import { Swatch } from '../../parts/swatch.jsx'
import { Text } from '../../parts/text.jsx'
import { Budgets } from './budgets.jsx'
import { byDay, meanOf, sumOf } from './days.js'
import { Plots } from './plots.jsx'

const numbers = [
  ['Calls', (row) => row.calls.toLocaleString('en')],
  ['Failed', (row) => row.failed.toLocaleString('en')],
  ['Mean', (row) => (meanOf(row) == null ? '–' : duration(meanOf(row)))],
  ['Slowest', (row) => (row.calls > 0 ? duration(row.longest_milliseconds) : '–')],
  ['Input', (row) => row.input_tokens.toLocaleString('en')],
  ['Output', (row) => row.output_tokens.toLocaleString('en')],
  ['Money', (row) => money(row.micro_dollars) + (row.unpriced_tokens > 0 ? ' +?' : '')],
]

function OfDay({ known, at, step }) {
  const rows = known.models.map(({ model, rows: days }) => ({ model, row: days[at] }))
  const day = known.days[at]
  const sum = sumOf(rows.map(({ row }) => row))
  const cells = (row) =>
    numbers.map(([title, text]) => (
      <td key={title} class="amount">
        {text(row)}
      </td>
    ))
  return (
    <section class="of-day" aria-label="One day">
      <div class="title-line">
        <h2>
          <span role="status">
            <time dateTime={day}>{day}</time> {at === known.days.length - 1 && <span class="quiet">today, UTC</span>}
          </span>
        </h2>
        <span class="actions">
          <button type="button" onClick={() => step(-1)} disabled={at === 0} aria-label="The day before">
            ‹
          </button>
          <button
            type="button"
            onClick={() => step(1)}
            disabled={at === known.days.length - 1}
            aria-label="The day after"
          >
            ›
          </button>
        </span>
      </div>
      <div class="table-box" role="region" tabIndex={0} aria-label={`Calls on ${day}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Model</th>
              {numbers.map(([title]) => (
                <th key={title} scope="col" class="amount">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ model, row }, index) => (
              <tr key={model}>
                <th scope="row">
                  <Swatch index={index} /> <Text text={model} />
                </th>
                {cells(row)}
              </tr>
            ))}
            {rows.length > 1 && (
              <tr class="sum">
                <th scope="row">All</th>
                {cells(sum)}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {sum.unpriced_tokens > 0 && <p class="quiet">+? : the price of some tokens is not known.</p>}
    </section>
  )
}

/** Millionths of a dollar for a million tokens are dollars. */
const priceText = (price) =>
  price == null
    ? 'not known'
    : price.input + price.output === 0
      ? 'free'
      : `${money(price.input)} in, ${money(price.output)} out`

function Configured({ models }) {
  return (
    <section aria-label="Configured">
      <h2>Configured</h2>
      <ul class="cards">
        {models.map((each) => (
          <li key={each.key} class="card">
            <b>
              <Text text={each.key} />
            </b>{' '}
            <span class="quiet">
              <Text text={each.model === each.key ? each.kind : `${each.kind}, ${each.model}`} />
            </span>
            <dl class="pairs">
              <div>
                <dt>Tokens</dt>
                <dd>
                  {priceText(each.micro_dollars_per_million)}
                  {each.micro_dollars_per_million?.input > 0 && <span class="quiet"> per million</span>}
                </dd>
              </div>
              <div>
                <dt>Key</dt>
                <dd>
                  {each.api_key === 'none' ? (
                    'needs none'
                  ) : (
                    <Sign of={each.api_key === 'read' ? 'ok' : 'warning'}>{each.api_key}</Sign>
                  )}
                </dd>
              </div>
              <div>
                <dt>At</dt>
                <dd class="mono">
                  <Text text={each.at} />
                </dd>
              </div>
            </dl>
            {each.trouble && <Problem error={{ message: <Text text={each.trouble} /> }} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

export default function Models() {
  useTitle('Models')
  const models = useDocument('/api/v1/models', ({ name, data }) => name === 'journal' && data.event === 'settled')
  const known = useMemo(
    () => models.data?.days && byDay(models.data.days, models.data.today?.day ?? new Date().toISOString().slice(0, 10)),
    [models.data],
  )
  const [chosen, choose] = useState(null) // a day; null: the last one
  const last = (known?.days.length ?? 1) - 1
  const at = Math.max(0, chosen == null ? last : (known?.days.indexOf(chosen) ?? last))
  const pick = (index) => choose(index >= last ? null : known.days[Math.max(0, index)])
  const step = (by) => known && pick(at + by)
  useKeys('Models', {
    ArrowLeft: { does: 'The day before', run: () => step(-1) },
    ArrowRight: { does: 'The day after', run: () => step(1) },
  })

  if (!models.data) return <Waiting of={models} what="the models" />
  const { data } = models
  return (
    <section class="models">
      <div class="title-line">
        <h1>Models</h1>
        {!data.today && <Sign of="warning">what was spent is not known: the model service does not answer</Sign>}
      </div>
      {data.models.length === 0 ? (
        <Nothing>No model is configured.</Nothing>
      ) : (
        <>
          {known && known.models.length > 0 && (
            <>
              <Plots known={known} at={at} onPick={pick} />
              <OfDay known={known} at={at} step={step} />
            </>
          )}
          {known && known.models.length === 0 && <Nothing>No model has been asked yet.</Nothing>}
          <div class="models-columns">
            <Budgets limits={data.limits} today={data.today} />
            <Configured models={data.models} />
          </div>
        </>
      )}
    </section>
  )
}
