// A player says what is wrong; the answer comes by category.
import { useState } from 'preact/hooks'
import { askAndWait } from '../../base/asked.js'
import { shown } from '../../base/shown.js'
import { useAction } from '../../base/use.js'
import { Dialog } from '../../parts/dialog.jsx'
import { Problem } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { Category, Evidence, Ops } from './reports.jsx'

function Answer({ answer, onClose }) {
  return (
    <div class="column" role="status">
      <p>
        <Category of={answer.category} />
      </p>
      <p>
        <Text text={answer.text} />
      </p>
      {answer.proposal && <Ops ops={answer.proposal.ops ?? []} />}
      <Evidence evidence={answer.evidence} />
      <div class="actions">
        <button class="first" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  )
}

export function ReportForm({ session, play, players, step, onClose }) {
  const [message, setMessage] = useState('')
  const [player, setPlayer] = useState(players[0] ?? '')
  const [answer, setAnswer] = useState(null)
  const [run, busy, error] = useAction(() =>
    askAndWait(`/api/sim/${encodeURIComponent(session)}/report-issue`, {
      message: message.trim(),
      play,
      ...(player && { playerId: player }),
      ...(step > 0 && { step }),
    }),
  )
  const submit = async (event) => {
    event.preventDefault()
    const found = await run()
    if (found) setAnswer(found)
  }
  return (
    <Dialog title="Report what is wrong" onClose={onClose}>
      {answer ? (
        <Answer answer={answer} onClose={onClose} />
      ) : (
        <form class="column" onSubmit={submit}>
          <label for="report-player">Who reports it</label>
          <select id="report-player" value={player} onChange={(event) => setPlayer(event.target.value)}>
            {players.map((each) => (
              <option key={each} value={each}>
                {shown(each)}
              </option>
            ))}
          </select>
          <label for="report-message">What is wrong {step > 0 && <span class="quiet">at step {step}</span>}</label>
          <textarea
            id="report-message"
            rows="4"
            value={message}
            onInput={(event) => setMessage(event.target.value)}
            required
            onKeyDown={(event) => event.ctrlKey && event.key === 'Enter' && event.target.form.requestSubmit()}
          />
          <Problem error={error} />
          <div class="actions">
            <button class="first" disabled={busy || !message.trim()}>
              Report
            </button>
            <span class="quiet">
              <kbd>Ctrl</kbd>+<kbd>Enter</kbd>
            </span>
          </div>
        </form>
      )}
    </Dialog>
  )
}
