import { Sign } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

/** One finding, as the instructions say it: what is wrong, what was expected, what helps. */
export function Finding({ finding }) {
  const { severity = 'error', message, expected, found, hint, pointer, code } = finding
  return (
    <div class={`finding ${severity}`}>
      <div>
        <Sign of={severity}>{severity}</Sign> <Text text={message} />
        {pointer && (
          <>
            {' at '}
            <code>
              <Text text={pointer} />
            </code>
          </>
        )}
      </div>
      {expected && (
        <div class="quiet">
          expected <Text text={expected} />
          {found && (
            <>
              , found <Text text={found} />
            </>
          )}
        </div>
      )}
      {hint && (
        <div>
          <Text text={hint} />
        </div>
      )}
      <code class="quiet">{code}</code>
    </div>
  )
}
