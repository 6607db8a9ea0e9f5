// A state of a game: the fields of the game, and a column for each player. What changed says what it was before.
import { Text } from '../../parts/text.jsx'

const words = (value) => (typeof value === 'string' ? value || '“”' : value === undefined ? '–' : JSON.stringify(value))
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)

function Cell({ value, before, known }) {
  const changed = known && !same(value, before)
  return (
    <span class={changed ? 'changed' : ''}>
      {changed && <span aria-hidden="true">● </span>}
      <Text text={words(value)} />
      {changed && <Text class="quiet" text={` was ${words(before)}`} />}
    </span>
  )
}

function Players({ players, before, known }) {
  const names = Object.keys(players)
  const fields = [...new Set(names.flatMap((name) => Object.keys(players[name] ?? {})))]
  if (names.length === 0) return null
  return (
    <div class="table-box" role="region" tabIndex={0} aria-label="Players">
      <table class="players">
        <thead>
          <tr>
            <th scope="col">Player</th>
            {names.map((name) => (
              <th key={name} scope="col">
                <Text text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">
                <Text text={field} />
              </th>
              {names.map((name) => (
                <td key={name}>
                  <Cell value={players[name]?.[field]} before={before?.[name]?.[field]} known={known} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function GameState({ state, before }) {
  const { game = {}, players = {}, ...others } = state
  const known = before != null
  const fields = { ...others, ...game }
  const earlier = known ? { ...before, ...before.game } : {}
  return (
    <div class="game-state">
      <dl class="pairs">
        {Object.entries(fields).map(([name, value]) => (
          <div key={name}>
            <dt>
              <Text text={name} />
            </dt>
            <dd>
              <Cell value={value} before={earlier[name]} known={known} />
            </dd>
          </div>
        ))}
      </dl>
      <Players players={players} before={before?.players} known={known} />
    </div>
  )
}
