// What a person can do with a story besides playing on: take back, play again, branch off, check, end.
import { useState } from 'preact/hooks'
import { get, ofSession } from '../../base/api.js'
import { count } from '../../base/format.js'
import { useKeys } from '../../base/keys.js'
import { address } from '../../base/routes.js'
import { besideId } from '../../base/sessions.js'
import { useAction } from '../../base/use.js'
import { Dialog } from '../../parts/dialog.jsx'
import { Problem, Sign } from '../../parts/small.jsx'
import { act } from './act.js'

function BranchForm({ session, scene, onClose, onDone }) {
  const [name, setName] = useState('')
  const [at, setAt] = useState(scene)
  const [sameDice, setSameDice] = useState(false)
  const [run, busy, error] = useAction(() =>
    act(session, 'branch', { directory: name.trim(), at, same_dice: sameDice }),
  )
  const submit = async (event) => {
    event.preventDefault()
    if (!(await run())) return
    onDone(name.trim())
    onClose()
  }
  return (
    <Dialog title="Branch off" onClose={onClose}>
      <form class="column" onSubmit={submit}>
        <p>Another story, in a session beside this one, that begins with the turns of this one.</p>
        <label for="branch-name">Name of the new session</label>
        <input id="branch-name" value={name} onInput={(event) => setName(event.target.value)} required />
        <label for="branch-at">Up to turn</label>
        <input
          id="branch-at"
          type="number"
          min="0"
          max={scene}
          value={at}
          onInput={(event) => setAt(event.target.valueAsNumber || 0)}
        />
        <label>
          <input type="checkbox" checked={sameDice} onChange={(event) => setSameDice(event.target.checked)} /> the same
          dice as here
        </label>
        <Problem error={error} />
        <div class="actions">
          <button class="first" disabled={busy || !name.trim()}>
            Branch off
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function EndQuestion({ session, onClose, onDone }) {
  const [run, busy, error] = useAction(() => act(session, 'end'))
  return (
    <Dialog title="End the story?" onClose={onClose}>
      <p>Nothing can be played any more, and the seed of its dice is shown, so that everybody can check them.</p>
      <Problem error={error} />
      <div class="actions">
        <button class="danger" disabled={busy} onClick={async () => (await run()) && (onDone(), onClose())}>
          End it
        </button>
        <button onClick={onClose}>Leave it</button>
      </div>
    </Dialog>
  )
}

/** Every turn again from its recorded replies, some at a time; tells what is known so far. */
async function replay(session, tell) {
  const found = {}
  let from = 1
  while (from) {
    const { data } = await get(`${ofSession(session, 'story', 'replay')}?from=${from}`)
    for (const turn of data.turns) found[turn.turn_index] = turn
    tell({ ...found })
    from = data.next
  }
  return found
}

function Summary({ replayed }) {
  const turns = Object.values(replayed)
  if (turns.length === 0) return null
  const different = turns.filter((turn) => !turn.same && !turn.copied).length
  return different === 0 ? (
    <Sign of="ok">{count(turns.length, 'turn')} played again: all come out the same</Sign>
  ) : (
    <Sign of="error">
      {different} of {count(turns.length, 'turn')} come out differently
    </Sign>
  )
}

export function Actions({ session, story, undone, replayed, onReplayed, onDone }) {
  const [asked, ask] = useState('')
  const [branch, setBranch] = useState('')
  const [run, busy, error] = useAction(async (what, body) => {
    await act(session, what, body)
    onReplayed({})
    onDone()
  })
  const [check, checking, checkError] = useAction(() => replay(session, onReplayed))
  const scene = story.scene_index
  const current = story.tree?.find((row) => row.current)
  const possible = {
    undo: !story.ended && scene > 0,
    redo: !story.ended && undone.some((row) => row.base_scene_id === current?.scene_id),
    branch: true,
    check: scene > 0,
  }
  const unless = (may, action) => () => may && !busy && action()
  const does = {
    undo: unless(possible.undo, () => run('undo')),
    redo: unless(possible.redo, () => run('redo')),
    retry: unless(possible.undo, () => run('retry', { expect_scene: scene })),
    reroll: unless(possible.undo, () => run('retry', { reroll: true, expect_scene: scene })),
    branch: () => ask('branch'),
    check: unless(possible.check && !checking, check),
  }
  useKeys('Story', {
    z: { does: 'Undo the last turn', run: does.undo },
    y: { does: 'Redo', run: does.redo },
    r: { does: 'Retry the last turn, with the same dice', run: does.retry },
    R: { does: 'Retry the last turn, with other dice', run: does.reroll },
    b: { does: 'Branch off', run: does.branch },
    p: { does: 'Replay: check every turn', run: does.check },
  })
  return (
    <div class="story-actions">
      <div class="actions" role="group" aria-label="Actions">
        <button onClick={does.undo} disabled={busy || !possible.undo}>
          Undo
        </button>
        <button onClick={does.redo} disabled={busy || !possible.redo}>
          Redo
        </button>
        <button onClick={does.retry} disabled={busy || !possible.undo}>
          Retry
        </button>
        <button onClick={does.reroll} disabled={busy || !possible.undo}>
          Retry with other dice
        </button>
        <button onClick={does.branch}>Branch …</button>
        <button onClick={does.check} disabled={checking || !possible.check}>
          Replay
        </button>
        {!story.ended && (
          <button class="danger" onClick={() => ask('end')}>
            End …
          </button>
        )}
        <span role="status">
          {checking && <Sign of="working">replaying …</Sign>}
          {!checking && <Summary replayed={replayed} />}
          {branch && <a href={address('s', besideId(session, branch), 'story')}>to the branch {branch}</a>}
        </span>
      </div>
      <Problem error={error ?? checkError} />
      {asked === 'branch' && <BranchForm session={session} scene={scene} onClose={() => ask('')} onDone={setBranch} />}
      {asked === 'end' && <EndQuestion session={session} onClose={() => ask('')} onDone={onDone} />}
    </div>
  )
}
