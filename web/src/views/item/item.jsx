// One signal: its files with what was found in them, what changed between attempts, its history, and what can be done.
import { useState } from 'preact/hooks'
import { ofSession } from '../../base/api.js'
import { address } from '../../base/routes.js'
import { nameOfId } from '../../base/sessions.js'
import { shown } from '../../base/shown.js'
import { useDocument, useTitle } from '../../base/use.js'
import { Age, Problem, Sign, Waiting } from '../../parts/small.jsx'
import { Tabs } from '../../parts/tabs.jsx'
import { Text } from '../../parts/text.jsx'
import { Actions } from './actions.jsx'
import { Attempts } from './attempts.jsx'
import { Files } from './files.jsx'
import { History } from './history.jsx'

/** 'a.kg.lock' and 'a.kg' are the same signal. */
const wordOf = (data) => [data.name, data.kind].filter(Boolean).join('.')

function State({ signal, waiting }) {
  const { now, attempts, budget } = signal
  return (
    <p class="item-state">
      <Sign of={now.state} /> {now.since && <Age time={now.since} />}
      {now.state === 'refused' && (
        <span class="quiet">
          attempt {attempts} of {waiting?.attempts_granted ?? budget}
          {waiting &&
            (waiting.attempts_left > 0 ? `, ${waiting.attempts_left} left` : ', none left: a person is needed')}
        </span>
      )}
      {now.state !== 'refused' && attempts > 0 && <span class="quiet">after {attempts} refused attempts</span>}
    </p>
  )
}

export default function Item({ session, signal }) {
  useTitle(`${shown(signal)} in ${shown(nameOfId(session))}`)
  const base = ofSession(session, 'signals', signal)
  const mine = ({ name, data }) =>
    name && (data.session_id === session || !data.session_id) && wordOf(data) === signal
  const history = useDocument(base, mine)
  const refused = history.data?.now.state === 'refused'
  const attempts = useDocument(refused ? `${base}/attempts` : '', mine)
  const [editing, setEditing] = useState(null)

  return (
    <article class="item">
      <nav aria-label="Where this is" class="crumbs">
        <a href={address('s', session)}>
          <Text text={nameOfId(session)} />
        </a>
      </nav>
      <h1>
        <Text text={signal} />
      </h1>
      {history.data ? (
        <>
          <State signal={history.data} waiting={attempts.data} />
          <Problem error={history.error} />
          <Actions
            base={base}
            etag={history.etag}
            signal={history.data}
            onFix={() => setEditing('')}
            onDone={() => (history.reload(), attempts.reload())}
          />
          <Tabs
            label="About this signal"
            tabs={[
              [
                'Files',
                () => (
                  <Files
                    base={base}
                    waiting={attempts.data}
                    mine={mine}
                    editing={editing}
                    setEditing={setEditing}
                    onDone={history.reload}
                  />
                ),
              ],
              ['Attempts', () => <Attempts base={base} waiting={attempts.data} mine={mine} />],
              ['History', () => <History signal={history.data} />],
            ]}
          />
        </>
      ) : (
        <Waiting of={history} what="the signal" />
      )}
    </article>
  )
}
