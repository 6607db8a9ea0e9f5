// Shortcuts. Those of the page and those of the view that is shown are listed by '?'.
import { useLayoutEffect, useRef } from 'preact/hooks'

const shortcuts = new Set()

const typing = (target) =>
  target.closest?.('input, textarea, select, [contenteditable=true], dialog, .editor') != null

export function startKeys() {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (typing(event.composedPath()[0]) || typing(event.target)) return
    // The view's own come last, and win.
    const found = [...shortcuts].reverse().find((each) => each.current.keys[event.key])
    if (!found) return
    event.preventDefault()
    found.current.keys[event.key].run(event)
  })
}

/** `keys` is { key: { does, run } } while the part is shown. */
export function useKeys(of, keys) {
  const entry = useRef()
  entry.current = { of, keys }
  // Before the part is painted: a user who sees it may press a key at once.
  useLayoutEffect(() => {
    shortcuts.add(entry)
    return () => shortcuts.delete(entry)
  }, [])
}

export const allShortcuts = () => [...shortcuts].map((each) => each.current)
