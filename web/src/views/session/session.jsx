// One session: its name, and a tab for each thing that can be seen of it.
import { address, go } from '../../base/routes.js'
import { useKeys } from '../../base/keys.js'
import { nameOfId } from '../../base/sessions.js'
import { shown } from '../../base/shown.js'
import { useTitle } from '../../base/use.js'
import { Late } from '../../parts/late.jsx'
import { Nothing } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { tabs } from './tabs.js'

const target = (session, tab) => (tab ? address('s', session, tab) : address('s', session))

/** Surrounds every view of a session; `tab` is the one that is shown. */
export function SessionFrame({ session, tab, children }) {
  useKeys(
    'This session',
    Object.fromEntries(
      tabs.map(([name, title], i) => [String(i + 1), { does: title, run: () => go(target(session, name)) }]),
    ),
  )
  return (
    <section>
      <div class="title-line">
        <h1>
          <Text text={nameOfId(session)} />
        </h1>
        <nav class="tabs" aria-label="Of this session">
          {tabs.map(([name, title]) => (
            <a key={name} href={target(session, name)} aria-current={name === tab ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </div>
      {children}
    </section>
  )
}

export default function Session({ session, tab = '', query }) {
  const found = tabs.find(([name]) => name === tab)
  useTitle(`${found?.[1] ?? ''} of ${shown(nameOfId(session))}`)
  return (
    <SessionFrame session={session} tab={tab}>
      {found ? <Late load={found[2]} session={session} query={query} /> : <Nothing>There is no such view.</Nothing>}
    </SessionFrame>
  )
}
