// All sessions, to go to one.
import { useMemo, useState } from 'preact/hooks'
import { getPages } from '../base/api.js'
import { address } from '../base/routes.js'
import { count } from '../base/format.js'
import { useKeys } from '../base/keys.js'
import { shown } from '../base/shown.js'
import { nameOf } from '../base/sessions.js'
import { useDocument, useTitle } from '../base/use.js'
import { Nothing, Sign, Waiting } from '../parts/small.jsx'
import { Text } from '../parts/text.jsx'
import { WindowList } from '../parts/window-list.jsx'

const all = (path) => getPages(path, 'sessions')

export default function Sessions() {
  useTitle('Sessions')
  const [wanted, setWanted] = useState('')
  const sessions = useDocument('/api/v1/sessions', ({ name }) => name === 'journal', all)
  const status = useDocument('/api/v1/status', ({ name }) => name === 'journal')
  useKeys('Sessions', {
    '/': { does: 'Search', run: () => document.getElementById('search').focus() },
  })

  const waiting = useMemo(() => {
    const number = new Map()
    for (const { session } of status.data?.stuck ?? []) number.set(session, (number.get(session) ?? 0) + 1)
    return number
  }, [status.data])

  if (!sessions.data) return <Waiting of={sessions} what="the sessions" />
  const found = sessions.data.filter(({ session }) =>
    shown(nameOf(session)).toLowerCase().includes(wanted.toLowerCase()),
  )
  return (
    <section>
      <div class="title-line">
        <h1>Sessions</h1>
        <label class="search">
          <span class="unseen">Search sessions</span>
          <input
            id="search"
            type="search"
            placeholder="Search  /"
            value={wanted}
            onInput={(event) => setWanted(event.target.value)}
          />
        </label>
        <span class="quiet" role="status">
          {count(found.length, 'session')}
        </span>
      </div>
      {found.length === 0 ? (
        <Nothing>No session has such a name.</Nothing>
      ) : (
        <WindowList
          class="tall"
          label="Sessions"
          items={found}
          height={40}
          keyOf={({ id }) => id}
          render={({ id, session }) => (
            <a class="session-row" href={address('s', id)}>
              <Text text={nameOf(session)} />
              {waiting.has(session) && <Sign of="agent">{waiting.get(session)} waiting</Sign>}
            </a>
          )}
        />
      )}
    </section>
  )
}
