// A difference as programs write it, line by line.
import { Text } from './text.jsx'

const kinds = { '+': ['added', '+'], '-': ['removed', '−'], '@': ['place', ''], '\\': ['quiet', ''] }

function kindOf(line) {
  if (line.startsWith('--- ') || line.startsWith('+++ ')) return ['file', '']
  return kinds[line[0]] ?? ['', '']
}

/** The files come first in a line of their own: "phases/01-collect.md". */
const fileName = (line) => line.slice(4).replace(/^[ab]\//, '')

/** What says nothing is left out: the place of the only change of a fragment, an end that neither side has. */
function telling(text) {
  const lines = text.replace(/\n$/, '').split('\n')
  const ends = lines.filter((line) => line.startsWith('\\'))
  const places = lines.filter((line) => line.startsWith('@@ '))
  const fragment = places.length === 1 && places[0].startsWith('@@ -1,')
  return lines.filter(
    (line) => !(ends.length % 2 === 0 && line.startsWith('\\')) && !(fragment && line.startsWith('@@ ')),
  )
}

export function UnifiedDiff({ text, label }) {
  const lines = telling(text)
  return (
    <div class="table-box unified" role="region" tabIndex={0} aria-label={label}>
      {lines.map((line, i) => {
        const [kind, sign] = kindOf(line)
        if (line.startsWith('--- ') && lines[i + 1]?.startsWith('+++ ')) return null
        if (kind === 'file')
          return (
            <div key={i} class="file">
              <Text text={fileName(line)} />
            </div>
          )
        return (
          <div key={i} class={`line ${kind}`}>
            {sign && (
              <span class="diff-sign" role="img" aria-label={kind}>
                {sign}
              </span>
            )}
            <Text text={sign ? line.slice(1) : line} />
          </div>
        )
      })}
    </div>
  )
}
