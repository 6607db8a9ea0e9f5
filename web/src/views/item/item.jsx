// One signal: its files with what was found in them, what changed between attempts, its history, and what can be done.
import { useEffect, useState } from 'preact/hooks'
import { ofSession } from '../../base/api.js'
import { attemptOf, count } from '../../base/format.js'
import { address } from '../../base/routes.js'
import { nameOfId } from '../../base/sessions.js'
import { shown } from '../../base/shown.js'
import { useDocument, useTitle } from '../../base/use.js'
import { Age, Problem, Sign, Waiting } from '../../parts/small.jsx'
import { Tabs } from '../../parts/tabs.jsx'
import { Text } from '../../parts/text.jsx'
import { Actions, isRefused } from './actions.jsx'
import { Attempts } from './attempts.jsx'
import { Files } from './files.jsx'
import { History } from './history.jsx'

/** 'a.kg.lock' and 'a.kg' are the same signal. */
const wordOf = (data) => [data.name, data.kind].filter(Boolean).join('.')

function State({ signal, waiting }) {
  const { now, attempts, budget, events } = signal
  // What is gone was settled, or given up.
  const last = events.findLast((each) => each.outcome)?.outcome
  return (
    <p class="item-state">
      <Sign of={now.state === 'gone' && last ? last : now.state} /> {now.since && <Age time={now.since} />}
      {isRefused(signal) && (
        <span class="quiet">
          {attemptOf(attempts, waiting?.attempts_granted ?? budget)}
          {waiting &&
            (waiting.attempts_left > 0 ? `, ${waiting.attempts_left} left` : ', none left: a person is needed')}
        </span>
      )}
      {!isRefused(signal) && attempts > 0 && <span class="quiet">after {count(attempts, 'refused attempt')}</span>}
    </p>
  )
}

export default function Item({ session, signal }) {
  useTitle(`${shown(signal)} in ${shown(nameOfId(session))}`)
  const base = ofSession(session, 'signals', signal)
  const mine = ({ name, data }) =>
    name && (data.session_id === session || !data.session_id) && wordOf(data) === signal
  const history = useDocument(base, mine)
  const refused = Boolean(history.data && isRefused(history.data))
  // There are attempts only while it is refused: they are read after each change of that.
  const attempts = useDocument(refused ? `${base}/attempts` : '')
  useEffect(() => void (refused && attempts.data && attempts.reload()), [history.data])
  const [editing, setEditing] = useState(null)
  const [tab, chooseTab] = useState(0)

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
            onFix={() => (chooseTab(0), setEditing(''))}
            onDone={history.reload}
          />
          <Tabs
            label="About this signal"
            chosen={tab}
            choose={chooseTab}
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
