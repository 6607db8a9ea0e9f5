// What a character remembers, the strongest first; what fades has a shorter bar.
import { useState } from 'preact/hooks'
import { ofSession } from '../../base/api.js'
import { age, count } from '../../base/format.js'
import { shown } from '../../base/shown.js'
import { useDocument } from '../../base/use.js'
import { Nothing, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

const strongest = 5 * 1.45 // the greatest importance, made again three times

function Memory({ of }) {
  const percent = Math.round(100 * of.decay_weight)
  return (
    <li class="memory">
      <p>
        <Text text={of.content} />
      </p>
      <span class="fading" role="img" aria-label={`Weight ${of.priority.toFixed(1)}, faded to ${percent} percent`}>
        <span
          class="was"
          style={{ width: `${(100 * of.effective_importance * of.reinforcement_multiplier) / strongest}%` }}
        />
        <span class="is" style={{ width: `${(100 * of.priority) / strongest}%` }} />
      </span>
      <p class="quiet">
        weight {of.priority.toFixed(2)} = importance {of.effective_importance} × {percent} %
        {of.reinforcement_count > 0 &&
          ` × ${of.reinforcement_multiplier.toFixed(2)}, made again ${count(of.reinforcement_count, 'time')}`}
        {' · '}
        {age(of.age_minutes * 60)} old, {of.scene_index === 0 ? 'from the beginning' : `turn ${of.scene_index}`}
      </p>
    </li>
  )
}

export function Memories({ session, turn, characters, concerns }) {
  const [chosen, choose] = useState('')
  const [all, setAll] = useState(false)
  const character = chosen || characters[0]?.id || ''
  const query = new URLSearchParams({
    character,
    all: String(all),
    limit: '1000',
    ...(turn == null ? {} : { turn: String(turn) }),
  })
  const memories = useDocument(character && `${ofSession(session, 'story', 'observations')}?${query}`, concerns)
  if (characters.length === 0) return <Nothing>Nobody is in this story.</Nothing>
  const rows = memories.data?.observations ?? []
  return (
    <>
      <div class="actions">
        <label>
          <span class="unseen">Whose memories</span>
          <select value={character} onChange={(event) => choose(event.target.value)}>
            {characters.map(({ id, name }) => (
              <option key={id} value={id}>
                {shown(name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> all of them
        </label>
      </div>
      {!memories.data ? (
        <Waiting of={memories} what="the memories" />
      ) : rows.length === 0 ? (
        <Nothing>Nothing is remembered.</Nothing>
      ) : (
        <ul class="memories">
          {rows.map((each) => (
            <Memory key={each.id} of={each} />
          ))}
        </ul>
      )}
    </>
  )
}
