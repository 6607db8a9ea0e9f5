// The actions of a run over time: a row for each, a bar for how long it took.
import { clock, duration } from '../../base/format.js'
import { Sign } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

const results = { success: 'ok', failure: 'error', failed: 'error', skipped: 'unchanged' }
const short = (action) => action.replace(/^action-/, '')

/** Times of the actions; one that is in progress ends now. */
function spanOf({ from, until }, now) {
  const begin = Date.parse(from)
  return [begin, until ? Math.max(begin, Date.parse(until)) : now]
}

export function Gantt({ actions, now = Date.now() }) {
  const spans = actions.map((each) => spanOf(each, now))
  const first = Math.min(...spans.map(([begin]) => begin))
  const whole = Math.max(1, Math.max(...spans.map(([, end]) => end)) - first)
  return (
    <section class="gantt">
      <h2>
        Actions <span class="quiet">{duration(whole)} in all</span>
      </h2>
      <div class="table-box" role="region" tabIndex={0} aria-label="Actions over time">
        <table>
          <thead>
            <tr>
              <th scope="col">Action</th>
              <th scope="col" class="track-head">
                <span class="gantt-axis">
                  <span>{clock(first)}</span>
                  <span>{clock(first + whole)}</span>
                </span>
              </th>
              <th scope="col" class="amount">
                Took
              </th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {actions.map((each, i) => {
              const [begin, end] = spans[i]
              const state = each.until ? (results[each.result] ?? each.result) : 'working'
              return (
                <tr key={i}>
                  <th scope="row">
                    <Text text={short(each.action)} />
                  </th>
                  <td class="gantt-track">
                    <span
                      class={`gantt-bar ${state}`}
                      aria-hidden="true"
                      title={`${clock(begin)} to ${clock(end)}`}
                      style={{
                        left: `${(100 * (begin - first)) / whole}%`,
                        width: `${(100 * (end - begin)) / whole}%`,
                      }}
                    />
                  </td>
                  <td class="amount">{duration(end - begin)}</td>
                  <td>
                    <Sign of={state}>{each.until ? <Text text={each.result} /> : 'in progress'}</Sign>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
