// Who wrote a value: asked when somebody points at it, and remembered while the graph is the same.
import { useEffect, useRef, useState } from 'preact/hooks'
import { get, ofSession, patiently } from '../../../base/api.js'
import { when } from '../../../base/format.js'
import { Text } from '../../../parts/text.jsx'

const patience = 120 // ms that somebody points at it
const control = /[\u0000-\u001f\u007f]/ // the API takes none in an address

/** The entry that the value at `pointer` is in. */
const covering = (rows, pointer) =>
  rows
    .filter((row) => pointer === row.pointer || pointer.startsWith(row.pointer + '/'))
    .reduce((best, row) => (!best || row.pointer.length > best.pointer.length ? row : best), null)

async function ask(session, pointer, names) {
  const askable = names.filter((name) => !control.test(name))
  if (askable.length === 0) throw new Error('Its name has control characters: artifactd cannot be asked about it.')
  for (const name of askable) {
    const path = `${ofSession(session, 'graph', 'provenance')}?limit=1000&id=${encodeURIComponent(name)}`
    const row = covering((await patiently(() => get(path))).data.values, pointer)
    if (row) return row
  }
  return null
}

/** of(pointer, names) are the properties of an element; `shown` is what is to be said, and where. */
export function useOrigin(session, version) {
  const [shown, show] = useState(null)
  const work = useRef({}).current
  useEffect(() => {
    work.known = new Map()
    show(null)
  }, [session, version])

  const point = (target, pointer, names) => {
    clearTimeout(work.timer)
    const { left, bottom } = target.getBoundingClientRect()
    const place = { left: Math.min(left + 20, innerWidth - 300), top: bottom + 2 }
    work.pointer = pointer
    work.timer = setTimeout(async () => {
      if (!work.known.has(pointer))
        work.known.set(
          pointer,
          ask(session, pointer, names).catch((error) => ({ error })),
        )
      const row = await work.known.get(pointer)
      if (work.pointer === pointer) show({ row, place })
    }, patience)
  }
  const leave = () => {
    clearTimeout(work.timer)
    work.pointer = null
    show(null)
  }
  const of = (pointer, names) =>
    names.length === 0
      ? {}
      : {
          onMouseEnter: (event) => point(event.currentTarget, pointer, names),
          onMouseLeave: leave,
          onFocus: (event) => point(event.currentTarget, pointer, names),
          onBlur: leave,
        }
  return { of, shown }
}

function Words({ row }) {
  if (!row) return 'The versions that are kept do not say who wrote this.'
  if (row.error) return row.error.message
  const who = row.agents.length > 0 ? row.agents.join(', ') : 'not known who'
  return (
    <>
      <b>
        <Text text={who} />
      </b>
      <br />
      {row.older
        ? 'in the oldest version that is kept, '
        : row.generation === null
          ? 'in the graph as it is now, '
          : ''}
      {row.generation !== null && `generation ${row.generation}, `}
      {when(row.at)}
    </>
  )
}

export function Origin({ of: { shown } }) {
  return (
    <div
      role="status"
      class={shown ? 'origin' : 'unseen'}
      style={shown ? { left: `${shown.place.left}px`, top: `${shown.place.top}px` } : {}}
    >
      {shown && <Words row={shown.row} />}
    </div>
  )
}
