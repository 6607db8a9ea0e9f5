// What players reported, how it was sorted, and corrections that somebody has to confirm.
import { useState } from 'preact/hooks'
import { ofSession, post } from '../../base/api.js'
import { address } from '../../base/routes.js'
import { useAction, useDocument } from '../../base/use.js'
import { Dialog } from '../../parts/dialog.jsx'
import { Age, Nothing, Problem, Sign, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

export const categories = {
  EXPLANATION: ['ok', 'explained'],
  STATE_CORRECTION: ['pending', 'a correction'],
  ARTIFACT_BUG: ['error', 'a bug of the game'],
  DESIGN_CHANGE: ['artifactd', 'a wish'],
}
export function Category({ of }) {
  const [sign, words] = categories[of] ?? ['artifactd', of]
  return <Sign of={sign}>{words}</Sign>
}

const states = { open: 'pending', confirmed: 'ok', rejected: 'unchanged', undone: 'unchanged', expired: 'unchanged' }
const opText = (op) => `${op.path ?? op.field ?? ''} ${op.op === 'set' ? '=' : op.op} ${JSON.stringify(op.value)}`

export const Ops = ({ ops }) => (
  <ul class="ops mono">
    {ops.map((op, i) => (
      <li key={i}>
        <Text text={opText(op)} />
      </li>
    ))}
  </ul>
)

export function Evidence({ evidence }) {
  if (!evidence?.length) return null
  return (
    <ul class="evidence">
      {evidence.map((each, i) => (
        <li key={i}>
          <span class="quiet">
            {each.step ? `step ${each.step} ` : ''}
            <Text text={[each.fragmentAddress, each.path].filter(Boolean).join(' ')} />
          </span>{' '}
          <Text class="mono" text={typeof each.quote === 'string' ? each.quote : JSON.stringify(each.quote ?? '')} />
        </li>
      ))}
    </ul>
  )
}

function Decision({ session, proposal, confirm, onClose }) {
  const [run, busy, error] = useAction(() =>
    post(`/api/sim/${encodeURIComponent(session)}/corrections/${encodeURIComponent(proposal.id)}`, { confirm }),
  )
  return (
    <Dialog title={confirm ? 'Confirm this correction?' : 'Reject this correction?'} onClose={onClose}>
      <p>
        <Text text={proposal.reason} />
      </p>
      {confirm && <p>It is written into the log of the play, and its state changes.</p>}
      <Problem error={error} />
      <div class="actions">
        <button class={confirm ? 'first' : 'danger'} disabled={busy} onClick={async () => (await run()) && onClose()}>
          {confirm ? 'Confirm' : 'Reject'}
        </button>
        <button onClick={onClose}>Leave it</button>
      </div>
    </Dialog>
  )
}

function Proposal({ session, proposal }) {
  const [asked, ask] = useState(null)
  const open = proposal.state === 'open'
  return (
    <li class={`card proposal ${open ? 'open' : ''}`}>
      <div class="title-line">
        <span>
          <Sign of={states[proposal.state]}>{open ? 'waits for a decision' : proposal.state}</Sign>{' '}
          {proposal.by && <Text class="quiet" text={`by ${proposal.by}`} />}
        </span>
        <a href={address('s', session, 'plays', proposal.play)}>
          <Text text={proposal.play} />
        </a>
      </div>
      <p>
        <Text text={proposal.reason} />
      </p>
      {proposal.restart > 0 ? (
        <p>The play continues from before step {proposal.restart}.</p>
      ) : (
        <Ops ops={proposal.ops} />
      )}
      {open && (
        <div class="actions">
          <button class="first" onClick={() => ask('confirm')}>
            Confirm …
          </button>
          <button onClick={() => ask('reject')}>Reject …</button>
        </div>
      )}
      {asked && (
        <Decision session={session} proposal={proposal} confirm={asked === 'confirm'} onClose={() => ask(null)} />
      )}
    </li>
  )
}

function Triage({ session, report }) {
  const triage = useDocument(ofSession(session, 'reports', report, 'triage'))
  if (!triage.data) return <Waiting of={triage} what="the answer" />
  const { data } = triage
  return (
    <div class="triage">
      {data.message && (
        <blockquote>
          <Text text={data.message} />
        </blockquote>
      )}
      <p>
        <Text text={data.text ?? ''} />
      </p>
      {data.diagnostic && (
        <dl class="pairs">
          <div>
            <dt>Symptom</dt>
            <dd>
              <Text text={data.diagnostic.symptom} />
            </dd>
          </div>
          <div>
            <dt>Suspected</dt>
            <dd class="mono">
              <Text
                text={[data.diagnostic.suspectedArtifact, data.diagnostic.suspectedFragment].filter(Boolean).join(' ')}
              />
            </dd>
          </div>
        </dl>
      )}
      <Evidence evidence={data.evidence} />
      <p class="quiet">
        decided by {data.decided_by === 'facts' ? 'what the play shows' : <Text text={data.decided_by ?? 'nobody'} />}
        {data.edit && <Text text={`; handed to the editor as ${data.edit}`} />}
      </p>
    </div>
  )
}

function ReportRow({ session, row }) {
  const [open, setOpen] = useState(false)
  return (
    <details class="card" onToggle={(event) => setOpen(event.target.open)}>
      <summary>
        <Category of={row.category} /> <Text text={row.report} /> <Text class="quiet" text={row.play} />{' '}
        <span class="quiet">
          <Age time={row.at} />
        </span>
      </summary>
      {open && <Triage session={session} report={row.report} />}
    </details>
  )
}

/** Of all plays, or of one. */
export function Reports({ session, play }) {
  const mine = ({ name, data }) => name === 'journal' && data.session_id === session
  const reports = useDocument(`${ofSession(session, 'reports')}?limit=1000`, mine)
  if (!reports.data)
    return (
      <section>
        <h2>Reports</h2>
        <Waiting of={reports} what="the reports" />
      </section>
    )
  const here = (each) => !play || each.play === play
  const proposals = reports.data.proposals.filter(here).sort((a, b) => (b.state === 'open') - (a.state === 'open'))
  const rows = reports.data.reports.filter(here).reverse()
  return (
    <>
      {proposals.length > 0 && (
        <section class="corrections" aria-label="Corrections">
          <h2>Corrections</h2>
          <ul class="cards">
            {proposals.map((each) => (
              <Proposal key={each.id} session={session} proposal={each} />
            ))}
          </ul>
        </section>
      )}
      <section class="reports" aria-label="Reports">
        <h2>Reports</h2>
        {rows.length === 0 ? (
          <Nothing>No player has reported anything.</Nothing>
        ) : (
          rows.map((row) => <ReportRow key={row.report} session={session} row={row} />)
        )}
      </section>
    </>
  )
}
