// One turn of a story: what was said, what was rolled, who did what, what is told.
import { when } from '../../base/format.js'
import { Sign } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { Roll } from './dice.jsx'
import { rollIn } from './steps.js'

export const Paragraphs = ({ text }) =>
  String(text ?? '')
    .split(/\n{2,}/)
    .map((each, i) => (
      <p key={i}>
        <Text text={each} />
      </p>
    ))

function Outcome({ actions, nameOf }) {
  const resolved = actions.find((each) => each.resolved_outcome)?.resolved_outcome
  const others = actions.filter((each) => !each.resolved_outcome && each.intent_tags)
  if (!resolved?.text && others.length === 0) return null
  return (
    <details class="behind">
      <summary>What happened behind it</summary>
      {resolved?.text && (
        <p>
          <Text text={resolved.text} />
        </p>
      )}
      {others.map((each) => (
        <p key={each.character_id}>
          <b>
            <Text text={nameOf(each.character_id)} />
          </b>{' '}
          <Text text={each.action_text} />{' '}
          {each.intent_tags.length > 0 && <Text class="quiet" text={`(${each.intent_tags.join(', ')})`} />}
        </p>
      ))}
    </details>
  )
}

/** What a check by replay found out about a turn. */
function Replayed({ of }) {
  if (!of) return null
  if (of.copied) return <Sign of="unchanged">played before the branch</Sign>
  return of.same ? (
    <Sign of="ok">comes out the same</Sign>
  ) : (
    <Sign of="error">
      <Text text={of.difference} />
    </Sign>
  )
}

export function Turn({ scene, dice, undone, branches, replayed, nameOf, children }) {
  const of = (role) => scene.messages.filter((message) => message.role === role)
  const told = scene.messages.filter((message) => message.role !== 'user')
  return (
    <article
      class={`turn ${undone ? 'undone' : ''}`}
      aria-label={scene.scene_index === 0 ? 'The beginning' : `Turn ${scene.scene_index}`}
    >
      {of('user').map((message, i) => (
        <div key={i} class="said">
          <span class="unseen">You: </span>
          <Paragraphs text={message.content} />
        </div>
      ))}
      {dice.map((roll) => (
        <Roll key={roll.roll_index} roll={roll} nameOf={nameOf} />
      ))}
      <div class="told">
        {told.map((message, i) => (
          <Paragraphs key={i} text={message.content} />
        ))}
      </div>
      <Outcome actions={scene.actions} nameOf={nameOf} />
      <footer class="turn-foot quiet">
        <span>{scene.scene_index === 0 ? 'Beginning' : `Turn ${scene.scene_index}`}</span>
        <time dateTime={new Date(scene.created_at).toISOString()}>{when(scene.created_at)}</time>
        {undone && <Sign of="unchanged">taken back</Sign>}
        <Replayed of={replayed} />
        {branches}
        {children}
      </footer>
    </article>
  )
}

const words = {
  settling: 'begins',
  resolving: 'the rules are asked',
  narrating: 'the narrator writes',
}

/** A turn that is not written yet: the steps it has taken. */
export function Running({ said, steps, nameOf }) {
  return (
    <article class="turn running" aria-label="The turn that is played now" aria-busy="true">
      {said && (
        <div class="said">
          <span class="unseen">You: </span>
          <Paragraphs text={said} />
        </div>
      )}
      <ol class="running-steps" aria-live="polite">
        {steps.map((step, i) => {
          const roll = step.what === 'rolled' && rollIn(step.text)
          const last = i === steps.length - 1
          if (roll)
            return (
              <li key={i}>
                <Roll roll={roll} nameOf={nameOf} />
              </li>
            )
          const text =
            step.what === 'acts' && step.text
              ? `${nameOf(step.text)} acts`
              : (words[step.what] ?? [step.what, step.text].filter(Boolean).join(': '))
          return (
            <li key={i}>
              <Sign of={last ? 'working' : 'ok'}>
                <Text text={text} />
                {last && ' …'}
              </Sign>
            </li>
          )
        })}
        {steps.length === 0 && (
          <li>
            <Sign of="working">waits for its turn …</Sign>
          </li>
        )}
      </ol>
    </article>
  )
}
