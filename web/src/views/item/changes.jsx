// Two attempts side by side, by what was found in them. artifactd keeps no files of earlier attempts.
import { Sign } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'

// Lines move, so they do not tell findings apart.
const keyOf = ({ code, file, pointer, message }) => [code, file, pointer, message].join('\n')

/** Each finding of either attempt once: { finding, before, after }. */
export function compared(before, after) {
  const rows = new Map()
  for (const finding of before) rows.set(keyOf(finding), { finding, before: finding })
  for (const finding of after) rows.set(keyOf(finding), { ...rows.get(keyOf(finding)), finding, after: finding })
  return [...rows.values()]
}

const place = ({ file = '', line }) => file.replace(/^artifacts\/[^/]+\//, '') + (line ? `:${line}` : '')

function Cell({ finding, absent, class: name }) {
  if (!finding) return <td class="quiet">{absent}</td>
  return (
    <td class={name}>
      <code>
        <Text text={place(finding)} />
      </code>{' '}
      <Text text={finding.message} />
    </td>
  )
}

export function SideBySide({ before, after }) {
  const rows = compared(before.findings, after.findings)
  return (
    <div class="table-box" role="region" tabIndex={0} aria-label={`Attempts ${before.attempt} and ${after.attempt}`}>
      <table class="compare">
        <thead>
          <tr>
            <th scope="col">Attempt {before.attempt}</th>
            <th scope="col">Attempt {after.attempt}</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row.finding)}>
              <Cell finding={row.before} absent="not found" class={row.after ? '' : 'added'} />
              <Cell finding={row.after} absent="repaired" class={row.before ? '' : 'removed'} />
              <td>
                {row.before && row.after && <Sign of="pending">still there</Sign>}
                {!row.after && <Sign of="ok">repaired</Sign>}
                {!row.before && <Sign of="error">new</Sign>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
