// A list of rows of one height, of which only those in sight are made: 10,000 rows cost as much as 30.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

const beyond = 6 // rows above and below those in sight

export function WindowList({ items, height, keyOf, render, label, class: name = '' }) {
  const box = useRef()
  const [sight, setSight] = useState({ top: 0, room: 600 })

  const look = () => {
    if (!box.current) return
    const { scrollTop, clientHeight } = box.current
    setSight((before) =>
      before.top === scrollTop && before.room === clientHeight ? before : { top: scrollTop, room: clientHeight },
    )
  }
  useLayoutEffect(look, [items.length])
  useEffect(() => {
    const observer = new ResizeObserver(look)
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  const first = Math.max(0, Math.floor(sight.top / height) - beyond)
  const last = Math.min(items.length, Math.ceil((sight.top + sight.room) / height) + beyond)

  // Arrow keys go from row to row, also to those that have not been made yet.
  const move = (event) => {
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      j: 1,
      k: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -Infinity,
      End: Infinity,
    }
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    const row = event.target.closest('[data-row]')
    if (!row || event.target.closest('input, textarea')) return
    event.preventDefault()
    event.stopPropagation()
    focusRow(Math.min(items.length - 1, Math.max(0, Number(row.dataset.row) + step)))
  }
  const focusRow = (index) => {
    const { scrollTop, clientHeight } = box.current
    if (index * height < scrollTop) box.current.scrollTop = index * height
    if ((index + 1) * height > scrollTop + clientHeight) box.current.scrollTop = (index + 1) * height - clientHeight
    look()
    const find = () => box.current?.querySelector(`[data-row="${index}"] a, [data-row="${index}"] button`)
    find() ? find().focus() : requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
  }

  return (
    <div
      class={`window ${name}`}
      ref={box}
      onScroll={look}
      onKeyDown={move}
      role="list"
      aria-label={label}
      tabIndex={0}
    >
      <div class="window-room" role="presentation" style={{ height: `${items.length * height}px` }}>
        {items.slice(first, last).map((item, i) => (
          <div
            key={keyOf(item)}
            class="row"
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={first + i + 1}
            data-row={first + i}
            style={{ transform: `translateY(${(first + i) * height}px)`, height: `${height}px` }}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>
  )
}
