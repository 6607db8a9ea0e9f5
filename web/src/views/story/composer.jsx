import { useState } from 'preact/hooks'
import { useAction } from '../../base/use.js'
import { Problem } from '../../parts/small.jsx'
import { say } from './act.js'

/** What the player's character does or says next. The text comes back if it cannot be played. */
export function Composer({ session, scene, onBegin, onEnd }) {
  const [text, setText] = useState('')
  const [run, busy, error] = useAction((said) => say(session, said, scene))
  const submit = async (event) => {
    event.preventDefault()
    const said = text.trim()
    if (busy || !said) return
    onBegin(said)
    setText('')
    if (!(await run(said))) setText(said)
    onEnd()
  }
  return (
    <form class="composer" onSubmit={submit}>
      <label class="unseen" for="say">
        What you do or say
      </label>
      <textarea
        id="say"
        rows="2"
        value={text}
        placeholder="What you do or say  (i)"
        maxLength={16384}
        readOnly={busy}
        onInput={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.target.blur()
          if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event)
        }}
      />
      <button class="first" disabled={busy || !text.trim()}>
        Play
      </button>
      <Problem error={error} />
    </form>
  )
}
