// What surrounds every view: the header with its links, the state of the stream, the keys.
import { useEffect, useRef, useState } from 'preact/hooks'
import { streamState } from './base/events.js'
import { allShortcuts, useKeys } from './base/keys.js'
import { address, go, match, useRoute } from './base/routes.js'
import { useEvents } from './base/use.js'
import { Dialog } from './parts/dialog.jsx'
import { Late } from './parts/late.jsx'
import { Nothing } from './parts/small.jsx'
import { views } from './views/index.js'

const linked = views.filter((each) => each.nav)

function StreamState() {
  const [state, setState] = useState(streamState())
  useEvents((message) => message.state && setState(message.state))
  // It may have changed before this part began to listen.
  useEffect(() => setState(streamState()), [])
  const live = state === 'live'
  return (
    <span class={`stream ${live ? 'good' : 'bad'}`} role="status">
      <span aria-hidden="true">{live ? '●' : '○'}</span> {live ? 'live' : 'not connected'}
    </span>
  )
}

function Header({ parts, skip, onHelp }) {
  return (
    <header class="top">
      {skip}
      <a class="brand" href="#/">
        artifactd
      </a>
      <nav aria-label="Views">
        {linked.map(({ path, nav }) => (
          <a key={path} href={`#/${path}`} aria-current={(parts[0] ?? '') === path ? 'page' : undefined}>
            {nav.title}
          </a>
        ))}
      </nav>
      <StreamState />
      <button type="button" class="plain" onClick={onHelp} aria-label="Keys" title="Keys (?)">
        ?
      </button>
    </header>
  )
}

function Help({ onClose }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      {allShortcuts().map(({ of, keys }) => (
        <section key={of}>
          <h3>{of}</h3>
          <dl class="keys">
            {Object.entries(keys).map(([key, { does }]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>In lists</h3>
        <p>
          <kbd>j</kbd> <kbd>k</kbd> or the arrow keys go from row to row, <kbd>Enter</kbd> opens one.
        </p>
      </section>
    </Dialog>
  )
}

export function Shell() {
  const { parts, query } = useRoute()
  const [help, setHelp] = useState(false)
  const main = useRef()
  const found = match(views, parts)
  const here = parts.join('/')

  // A new view is read from its beginning, by eyes and by screen readers.
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else main.current.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [here])

  useKeys('Everywhere', {
    ...Object.fromEntries(
      linked.map(({ path, nav }) => [nav.key, { does: `Go to ${nav.title}`, run: () => go(address(path)) }]),
    ),
    '?': { does: 'Show the keys', run: () => setHelp(true) },
    u: { does: 'Go up', run: () => go(address(...parts.slice(0, -1).filter((each) => each !== 'signal'))) },
    j: { does: 'Go to the first row', run: () => main.current.querySelector('[data-row] :is(a, button)')?.focus() },
  })

  const skip = (
    <button type="button" class="skip" onClick={() => main.current.focus()}>
      Skip to the content
    </button>
  )
  const View = found?.view.view
  return (
    <>
      <Header parts={parts} skip={skip} onHelp={() => setHelp(true)} />
      <main ref={main} tabIndex={-1} key={found?.view.path}>
        {View && <View {...found.parameters} query={query} />}
        {found?.view.load && <Late load={found.view.load} {...found.parameters} query={query} />}
        {!found && <Nothing>There is no such view.</Nothing>}
      </main>
      {help && <Help onClose={() => setHelp(false)} />}
    </>
  )
}
