// What happens in artifactd, for all parts of the page: listeners get { name, data } and { state }.
import { openStream } from './event-stream.js'
import { theToken } from './token.js'
import { startSharedWorker } from './workers.js'

const listeners = new Set()
const kept = 500
const shortest = 20 // ms between two drawings of the page
const longest = 100 // however much happens
let recent = []
let heardSoFar = 0
let state = 'lost'
let close = null
let waiting = []
let timer = null
let pause = shortest
let told = -longest

/** A message after a quiet time is told at once; the more follow it, the more of them are told together. */
function heard(message) {
  waiting.push(message)
  timer ??= setTimeout(tellAll, Math.max(0, told + pause - performance.now()))
}

function tellAll() {
  timer = null
  const now = performance.now()
  pause = now - told < 2 * pause ? Math.min(2 * pause, longest) : shortest
  told = now
  const messages = waiting
  waiting = []
  messages.forEach(tell)
}

function forgetWaiting() {
  clearTimeout(timer)
  timer = null
  waiting = []
}

function tell(message) {
  if (message.state) state = message.state
  if (message.name === 'journal' || message.name === 'activity') {
    message.key = `live-${++heardSoFar}`
    recent = [message, ...recent].slice(0, kept)
  }
  listeners.forEach((listener) => listener(message))
}

function shareStream(token, failed) {
  const worker = startSharedWorker('events-worker.js')
  const { port } = worker
  worker.onerror = failed
  port.onmessage = ({ data }) => heard(data)
  port.postMessage({ join: token })
  const here = setInterval(() => port.postMessage({ here: true }), 10_000)
  const leave = () => port.postMessage({ leave: true })
  const back = ({ persisted }) => persisted && port.postMessage({ join: token })
  addEventListener('pagehide', leave)
  addEventListener('pageshow', back)
  return () => {
    clearInterval(here)
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', back)
    leave()
  }
}

export function startEvents() {
  close?.()
  forgetWaiting()
  recent = []
  const alone = () => {
    close = openStream(theToken(), heard)
  }
  try {
    close = shareStream(theToken(), alone)
  } catch {
    alone() // without SharedWorker
  }
}

export function stopEvents() {
  close?.()
  forgetWaiting()
  close = null
}

export function listen(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The newest events first, those that came while this page is open. */
export const recentEvents = () => recent
export const streamState = () => state
