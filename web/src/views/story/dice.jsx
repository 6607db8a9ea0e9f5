// Dice as they fell: six sides have pips, others a number.
import { shown } from '../../base/shown.js'
import { Text } from '../../parts/text.jsx'

const [a, b, c] = [6, 12, 18]
const pips = [
  [],
  [[b, b]],
  [
    [a, a],
    [c, c],
  ],
  [
    [a, a],
    [b, b],
    [c, c],
  ],
  [
    [a, a],
    [a, c],
    [c, a],
    [c, c],
  ],
  [
    [a, a],
    [a, c],
    [b, b],
    [c, a],
    [c, c],
  ],
  [
    [a, a],
    [a, b],
    [a, c],
    [c, a],
    [c, b],
    [c, c],
  ],
]

function Face({ sides, value }) {
  if (sides === 6 && pips[value])
    return (
      <>
        <rect x="1" y="1" width="22" height="22" rx="5" />
        {pips[value].map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="2.1" />
        ))}
      </>
    )
  const outline =
    sides === 4
      ? '12,2 22.5,21 1.5,21'
      : sides >= 20
        ? '12,1 22,6.5 22,17.5 12,23 2,17.5 2,6.5'
        : '12,1 23,12 12,23 1,12'
  return (
    <>
      <polygon points={outline} />
      <text x="12" y={sides === 4 ? 18 : 15.7}>
        {value}
      </text>
    </>
  )
}

function Die({ die }) {
  const fate = die.dropped ? 'dropped' : die.rerolled ? 'rolled again' : ''
  return (
    <svg class={`die ${fate ? 'off' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <title>{`${die.value}${fate && `, ${fate}`}`}</title>
      <Face {...die} />
      {fate && <path d="M2 22 22 2" />}
    </svg>
  )
}

const told = ({ value, dropped, rerolled }) =>
  `${value}${dropped ? ' (dropped)' : ''}${rerolled ? ' (rolled again)' : ''}`

/** What totals mean, and which of it came true. */
function Bands({ bands, band }) {
  return (
    <ul class="bands" aria-label="What it could have been">
      {bands.map((each) => (
        <li key={each.label} class={each.label === band ? 'came' : 'quiet'}>
          <span class="number-of">{each.at_least == null ? 'less' : `${each.at_least}+`}</span>{' '}
          <Text text={each.label} />
          {each.label === band && <span class="unseen">, this one</span>}
        </li>
      ))}
    </ul>
  )
}

/** `roll` is a row of the story's dice, or of rollIn(). */
export function Roll({ roll, nameOf }) {
  const context = roll.context ?? {}
  const band = context.band ?? roll.band
  const fell = `${shown(roll.expression)}: ${roll.dice.map(told).join(', ')}, in all ${roll.total}`
  const label = band ? `${fell}: ${shown(band)}` : fell
  return (
    <div class="roll">
      <div class="roll-dice" role="img" aria-label={label}>
        {roll.dice.map((die, i) => (
          <Die key={i} die={die} />
        ))}
        {roll.modifier ? <span>{roll.modifier > 0 ? `+ ${roll.modifier}` : `− ${-roll.modifier}`}</span> : null}
        <b>= {roll.total}</b>
        <span class="mono quiet">{shown(roll.expression)}</span>
        {band && !context.bands && <Text text={band} />}
      </div>
      {context.stat && (
        <p class="quiet">
          {context.character_id && <Text text={`${nameOf(context.character_id)}, `} />}
          <Text text={context.stat} />
          {context.reason && <Text text={`: ${context.reason}`} />}
        </p>
      )}
      {context.bands && <Bands bands={context.bands} band={band} />}
    </div>
  )
}
