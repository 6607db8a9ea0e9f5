// A session without a story: begins one.
import { useState } from 'preact/hooks'
import { useAction } from '../../base/use.js'
import { Problem } from '../../parts/small.jsx'
import { act } from './act.js'

export function Begin({ session, onDone }) {
  const [scenario, setScenario] = useState('')
  const [run, busy, error] = useAction(() => act(session, 'begin', { scenario: scenario.trim() }))
  const submit = async (event) => {
    event.preventDefault()
    if (scenario.trim() && (await run())) onDone()
  }
  return (
    <form class="column begin" onSubmit={submit}>
      <p class="nothing">No story is played in this session.</p>
      <label for="scenario">Begin one with the scenario</label>
      <div class="actions">
        <input id="scenario" value={scenario} onInput={(event) => setScenario(event.target.value)} />
        <button class="first" disabled={busy || !scenario.trim()}>
          Begin
        </button>
      </div>
      <Problem error={error} />
      <p class="quiet">
        <code>artifactctl turn list scenarios</code> names those that were imported.
      </p>
    </form>
  )
}
