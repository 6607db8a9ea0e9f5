// Small parts that many views use.
import { useEffect, useState } from 'preact/hooks'
import { since, when } from '../base/format.js'

// A state is told by a sign and a word, and only then by a colour.
const signs = {
  merged: ['✓', 'good'],
  unchanged: ['=', 'quiet'],
  refused: ['✗', 'bad'],
  pending: ['○', 'wait'],
  working: ['▸', 'wait'],
  operator: ['!', 'bad'],
  person: ['◆', 'bad'],
  agent: ['↻', 'wait'],
  artifactd: ['▸', 'quiet'],
  error: ['✗', 'bad'],
  warning: ['▲', 'wait'],
  ok: ['✓', 'good'],
}

export function Sign({ of, children }) {
  const [sign, tone] = signs[of] ?? ['·', 'quiet']
  return (
    <span class={`sign ${tone}`}>
      <span aria-hidden="true">{sign}</span> {children ?? of}
    </span>
  )
}

/** How long ago; it goes on counting. */
export function Age({ time }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 5000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={time} title={when(time)}>
      {since(time)}
    </time>
  )
}

export function Problem({ error }) {
  if (!error) return null
  return (
    <p class="problem" role="alert">
      <Sign of="error">{error.message}</Sign>
    </p>
  )
}

/** What to show until there is a document: that it is being read, or why it is not there. */
export function Waiting({ of, what }) {
  if (of.error) return <Problem error={of.error} />
  return (
    <p class="quiet" aria-busy="true">
      Reading {what} …
    </p>
  )
}

export const Nothing = ({ children }) => <p class="nothing">{children}</p>

export function Key({ children }) {
  return <kbd>{children}</kbd>
}
