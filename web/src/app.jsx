import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { whenUnauthorized } from './base/api.js'
import { startEvents, stopEvents } from './base/events.js'
import { startKeys } from './base/keys.js'
import { learnRoots } from './base/sessions.js'
import { forgetToken, takeTokenFromAddress, theToken } from './base/token.js'
import { useEvents } from './base/use.js'
import { Problem } from './parts/small.jsx'
import { TokenForm } from './parts/token-form.jsx'
import { Shell } from './shell.jsx'

function App() {
  const [stage, setStage] = useState(theToken() ? 'beginning' : 'asking')
  const [error, setError] = useState(null)

  useEffect(() => whenUnauthorized(() => setStage('refused')), [])
  useEvents(({ state }) => {
    if (state !== 'refused' || stage !== 'open') return
    forgetToken()
    setStage('refused')
  })
  useEffect(() => {
    if (stage === 'asking' || stage === 'refused') return stopEvents()
    if (stage !== 'beginning') return undefined
    startEvents()
    learnRoots().then(
      () => setStage('open'),
      (problem) => problem.status !== 401 && setError(problem),
    )
    return undefined
  }, [stage])

  // The same page may be opened again with another token.
  useEffect(() => {
    const changed = () => {
      if (!location.hash.startsWith('#token=')) return
      takeTokenFromAddress()
      dispatchEvent(new HashChangeEvent('hashchange'))
      setStage('beginning')
    }
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])

  if (stage === 'asking' || stage === 'refused')
    return <TokenForm refused={stage === 'refused'} onToken={() => setStage('beginning')} />
  if (error)
    return (
      <main class="gate">
        <Problem error={error} />
        <button class="first" onClick={() => location.reload()}>
          Try again
        </button>
      </main>
    )
  return stage === 'open' ? <Shell /> : null
}

takeTokenFromAddress()
startKeys()
render(<App />, document.getElementById('page'))
