// What a person can do with refused work. Each action names what the person saw: if that has changed, nothing is done.
import { useState } from 'preact/hooks'
import { post } from '../../base/api.js'
import { useKeys } from '../../base/keys.js'
import { useAction } from '../../base/use.js'
import { Dialog } from '../../parts/dialog.jsx'
import { Problem } from '../../parts/small.jsx'

const changed = 'It has changed since you read it, so nothing was done. Look again.'

/** With 'both' it was submitted again, and is about to be settled. */
export const isRefused = ({ now }) => now.state === 'refused' || now.state === 'both'

/** The message for people: 412 has one of ours. */
const explained = (error) => (error?.status === 412 ? new Error(changed) : error)

function HintForm({ send, onClose }) {
  const [text, setText] = useState('')
  const [run, busy, error] = useAction(() => send('hint', { text }))
  const submit = async (event) => {
    event.preventDefault()
    if (await run()) onClose()
  }
  return (
    <Dialog title="Give a hint" onClose={onClose}>
      <form onSubmit={submit} class="column">
        <label for="hint">What the agent should know. It gets one more attempt.</label>
        <textarea
          id="hint"
          rows="5"
          value={text}
          onInput={(event) => setText(event.target.value)}
          required
          onKeyDown={(event) => event.ctrlKey && event.key === 'Enter' && event.target.form.requestSubmit()}
        />
        <Problem error={explained(error)} />
        <div class="actions">
          <button class="first" disabled={busy || !text.trim()}>
            Send the hint
          </button>
          <span class="quiet">
            <kbd>Ctrl</kbd>+<kbd>Enter</kbd>
          </span>
        </div>
      </form>
    </Dialog>
  )
}

function Question({ title, children, act, word, onClose }) {
  const [run, busy, error] = useAction(act)
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Problem error={explained(error)} />
      <div class="actions">
        <button class="danger" disabled={busy} onClick={async () => (await run()) && onClose()}>
          {word}
        </button>
        <button onClick={onClose}>Leave it</button>
      </div>
    </Dialog>
  )
}

export function Actions({ base, etag, signal, onFix, onDone }) {
  const [asked, ask] = useState('')
  const [told, tell] = useState('')
  const refused = isRefused(signal)
  const running = Boolean(signal.at_work)
  const send = async (action, body) => {
    await post(`${base}/${action}`, body, { etag: refused ? etag : '' })
    tell(
      {
        hint: 'The hint was given.',
        retry: 'Submitted again.',
        abandon: 'Given up; the files stay.',
        cancel: 'Cancelled.',
      }[action],
    )
    onDone()
    return true
  }
  const [retry, retrying, problem] = useAction(() => send('retry', { fresh: false }))

  useKeys('This signal', {
    ...(running && { c: { does: 'Cancel a run', run: () => ask('cancel') } }),
    ...(refused && {
      h: { does: 'Give a hint', run: () => ask('hint') },
      e: { does: 'Fix a file', run: onFix },
      r: { does: 'Submit again', run: () => retry() },
      f: { does: 'Start afresh', run: () => ask('fresh') },
      x: { does: 'Give up', run: () => ask('abandon') },
    }),
  })

  const close = () => ask('')
  return (
    <div class="item-actions">
      <div class="actions" role="group" aria-label="Actions">
        {running && <button onClick={() => ask('cancel')}>Cancel a run …</button>}
        {refused && (
          <>
            <button class="first" onClick={() => ask('hint')}>
              Hint …
            </button>
            <button onClick={onFix}>Fix …</button>
            <button onClick={() => retry()} disabled={retrying}>
              Retry
            </button>
            <button onClick={() => ask('fresh')}>Retry afresh …</button>
            <button class="danger" onClick={() => ask('abandon')}>
              Abandon …
            </button>
          </>
        )}
        <span role="status" class="good">
          {told}
        </span>
      </div>
      <Problem error={explained(problem)} />
      {asked === 'hint' && <HintForm send={send} onClose={close} />}
      {asked === 'fresh' && (
        <Question
          title="Retry afresh?"
          word="Retry afresh"
          onClose={close}
          act={() => send('retry', { fresh: true })}
        >
          <p>The attempts so far no longer count, and the signal is submitted again.</p>
        </Question>
      )}
      {asked === 'abandon' && (
        <Question title="Abandon this work?" word="Abandon" onClose={close} act={() => send('abandon', {})}>
          <p>The refusal and its instructions are removed. The files stay.</p>
        </Question>
      )}
      {asked === 'cancel' && (
        <Question title="Cancel the run?" word="Cancel it" onClose={close} act={() => send('cancel', {})}>
          <p>The agent, or the editor, that works on this signal is ended.</p>
        </Question>
      )}
    </div>
  )
}
