import { useState } from 'preact/hooks'
import { keepToken } from '../base/token.js'

/** Asks for a token. It is kept in this tab only. */
export function TokenForm({ refused, onToken }) {
  const [text, setText] = useState('')
  const submit = (event) => {
    event.preventDefault()
    if (!text.trim()) return
    keepToken(text)
    onToken()
  }
  return (
    <main class="gate">
      <form onSubmit={submit}>
        <h1>artifactd</h1>
        {refused && (
          <p class="problem" role="alert">
            This token is not valid, or no longer.
          </p>
        )}
        <label for="token">Token</label>
        <input
          id="token"
          type="password"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.target.value)}
          autofocus
        />
        <button class="first">Open</button>
        <p class="quiet">
          <code>artifactctl web</code> prints an address with one.{' '}
          <code>artifactctl web token add NAME --scope operator</code> makes one that lasts.
        </p>
      </form>
    </main>
  )
}
