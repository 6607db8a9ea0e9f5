// A tuning run: where it stands, its score and issues by iteration, its actions, its fixes.
import { ofSession } from '../../base/api.js'
import { count } from '../../base/format.js'
import { useDocument } from '../../base/use.js'
import { Nothing, Sign, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { Fixes } from './fixes.jsx'
import { Gantt } from './gantt.jsx'
import { gates, Score } from './score.jsx'

const statuses = { running: 'working', pending: 'pending', completed: 'ok', failed: 'error' }

function Head({ run }) {
  const { score, gate } = run.current
  return (
    <>
      <ul class="counts" aria-label="Where the run stands">
        <li>
          <Sign of={statuses[run.status]}>{run.status}</Sign>
        </li>
        <li>
          <b>{Math.round(score * 10) / 10}</b> score of 100
        </li>
        <li>
          gate <Sign of={gates[gate]}>{gate}</Sign>
        </li>
        <li>
          <b>{run.iteration}</b> of {count(run.max_iterations, 'iteration')}
        </li>
      </ul>
      <dl class="pairs">
        <div>
          <dt>Skill</dt>
          <dd>
            <Text text={run.skill} />
          </dd>
        </div>
        <div>
          <dt>What is wrong</dt>
          <dd>
            <Text text={run.issue} />
          </dd>
        </div>
        {run.now && (
          <div>
            <dt>Now</dt>
            <dd>
              <Text text={run.now} />
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

export default function Tuning({ session }) {
  const mine = ({ name, data }) =>
    (name === 'journal' || name === 'activity') && data.session_id === session && data.kind === 'state'
  const run = useDocument(ofSession(session, 'tuning'), mine)
  if (run.error?.status === 404)
    return (
      <Nothing>
        No skill is tuned in this session. <code>artifactctl state run DIR --skill SKILL --issue TEXT</code> begins a
        run.
      </Nothing>
    )
  if (!run.data) return <Waiting of={run} what="the run" />
  const { data } = run
  return (
    <div class="tuning">
      <Head run={data} />
      {data.errors.length > 0 && (
        <section>
          <h2>Errors</h2>
          <ul class="lines">
            {data.errors.map((error, i) => (
              <li key={i}>
                <Sign of="error">
                  <Text text={error} />
                </Sign>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.points.length > 0 ? (
        <Score points={data.points} />
      ) : (
        <Nothing>No report has been made yet, so there is no score.</Nothing>
      )}
      {data.actions.length > 0 && <Gantt actions={data.actions} />}
      <Fixes fixes={data.fixes} />
    </div>
  )
}
