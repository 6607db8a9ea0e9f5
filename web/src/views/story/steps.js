// The turns that are being played right now, step by step: events tell them before the turn is written.
import { useEffect, useState } from 'preact/hooks'
import { recentEvents } from '../../base/events.js'
import { useEvents } from '../../base/use.js'

const ends = new Set(['merged', 'refused', 'pending', 'unchanged', 'cancelled'])

/** Applies one event to { name: [{ what, text, time }] }. */
function taken(running, { name: kind, data }) {
  const { name } = data
  if (kind === 'journal') {
    if (data.event !== 'settled' || !running[name]) return running
    const { [name]: _, ...rest } = running
    return rest
  }
  if (ends.has(data.what)) {
    const { [name]: _, ...rest } = running
    return rest
  }
  const sofar = (running[name] ?? []).filter((step) => step.what !== 'settling')
  return { ...running, [name]: [...sofar, { what: data.what, text: data.text ?? '', time: data.time }] }
}

export function useSteps(session) {
  const mine = ({ name, data }) =>
    (name === 'journal' || name === 'activity') && data.kind === 'turn' && data.session_id === session
  const [running, setRunning] = useState({})
  // What began before this view was opened.
  useEffect(() => setRunning([...recentEvents()].reverse().filter(mine).reduce(taken, {})), [session])
  useEvents((message) => {
    if (message.name && mine(message)) setRunning((before) => taken(before, message))
    if (message.name === 'reset') setRunning({})
  })
  return running
}

/** "2d6+2 = 10  [2 6] said and heard" as { expression, total, dice, band }; null if it is something else. */
export function rollIn(text) {
  const found = /^(\S+) = (-?\d+)\s+\[([^\]]*)\]\s*(.*)$/.exec(text)
  if (!found) return null
  const dice = found[3]
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({
      value: Number.parseInt(word.replace(/[^\d-]/g, ''), 10),
      dropped: word.startsWith('('),
      rerolled: word.startsWith('~'),
      exploded: word.endsWith('!'),
    }))
  const sides = Number(/d(\d+)/.exec(found[1])?.[1] ?? 0)
  const kept = dice.filter((die) => !die.dropped && !die.rerolled)
  return {
    modifier: /[+-]\d+$/.test(found[1]) ? Number(found[2]) - kept.reduce((sum, die) => sum + die.value, 0) : 0,
    expression: found[1],
    total: Number(found[2]),
    dice: dice.map((die) => ({ sides, ...die })),
    band: found[4],
  }
}
