// The transitions by number, as they stand in the diagram.
import { Text } from '../../parts/text.jsx'

export function Transitions({ game, transition }) {
  return (
    <ol class="transitions" aria-label="Transitions">
      {game.transitions.map((each, i) => (
        <li
          key={each.id}
          class={each.id === transition ? 'now' : ''}
          aria-current={each.id === transition ? 'step' : undefined}
        >
          <span class="badge">{i + 1}</span>
          <span>
            <b>
              <Text text={each.id} />
            </b>{' '}
            <Text class="quiet" text={`${each.from} → ${each.to}`} />
            {each.preconditions.length > 0 && <Text class="quiet" text={`, if ${each.preconditions.join(', ')}`} />}
          </span>
        </li>
      ))}
    </ol>
  )
}

export const Legend = () => (
  <p class="quiet legend">double frame: asks players · ✗ a fault · ▸ the step that is shown</p>
)
