import { useEffect, useRef } from 'preact/hooks'

/** A question or a form above the page. The browser keeps the focus in it and gives it back; Escape closes it. */
export function Dialog({ title, onClose, children, wide }) {
  const dialog = useRef()
  useEffect(() => {
    const before = document.activeElement
    dialog.current.showModal()
    return () => before?.focus?.()
  }, [])
  // `close` comes later than the next key may.
  const closeNow = (event) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog ref={dialog} class={wide ? 'wide' : ''} aria-label={title} onCancel={closeNow} onClose={onClose}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="plain" onClick={onClose} aria-label="Close">
          ✕
        </button>
      </div>
      {children}
    </dialog>
  )
}
