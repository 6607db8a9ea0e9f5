// Before something is set back, the page says what that would do.
import { useEffect, useState } from 'preact/hooks'
import { ofSession, post } from '../../base/api.js'
import { shown } from '../../base/shown.js'
import { useAction } from '../../base/use.js'
import { Dialog } from '../../parts/dialog.jsx'
import { Problem } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

function Names({ names, children }) {
  if (!names?.length) return null
  return (
    <p>
      {children} <Text text={names.join(', ')} />.
    </p>
  )
}

/** With `restore` the whole graph, with `agent` and `rollback` one agent. */
export function GoBack({ session, restore, agent, rollback, onClose, onDone }) {
  const [plan, setPlan] = useState(null)
  const [problem, setProblem] = useState(null)
  const path = agent ? ofSession(session, 'agents', agent, 'rollback') : ofSession(session, 'restore')
  const to = agent ? rollback : restore
  useEffect(() => {
    post(path, { to, dry_run: true }).then(({ data }) => setPlan(data), setProblem)
  }, [])
  const [run, busy, failed] = useAction(() => post(path, { to, dry_run: false }))
  const act = async () => {
    if (!(await run())) return
    onDone()
    onClose()
  }
  const what = agent ? `Roll ${shown(agent)} back to generation ${to}?` : `Restore generation ${to}?`
  return (
    <Dialog title={what} onClose={onClose}>
      <Problem error={problem ?? failed} />
      {!plan && !problem && <p class="quiet">Looking at what would change …</p>}
      {plan && (
        <>
          <p>
            {plan.changed
              ? agent
                ? 'Its value becomes the earlier one. The graph of now is kept as a generation.'
                : 'The whole graph becomes the earlier one. The graph of now is kept as a generation.'
              : 'Nothing would change: it is the same already.'}
          </p>
          {plan.undone && <p>Nothing is wrong with the graph: what was published last is undone.</p>}
          <Names names={plan.put_again}>Put in again afterwards:</Names>
          <Names names={plan.not_kept}>Lost, since it is in no version that is kept:</Names>
        </>
      )}
      <div class="actions">
        <button class="danger" disabled={busy || !plan?.changed} onClick={act}>
          {agent ? 'Roll back' : 'Restore'}
        </button>
        <button onClick={onClose}>Leave it</button>
      </div>
    </Dialog>
  )
}
