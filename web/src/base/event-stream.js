// One stream of server-sent events, read with fetch() because EventSource cannot send a token. It comes back after
// an interruption, and asks for what it missed.
const waits = [250, 500, 1000, 2000, 4000]

/** Takes text as it arrives and calls `found` for each complete event. */
export function eventReader(found) {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) {
      const event = { id: '', name: 'message', data: '' }
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':')
        const value = line.slice(colon + 1).replace(/^ /, '')
        if (colon > 0 && line.startsWith('id:')) event.id = value
        if (colon > 0 && line.startsWith('event:')) event.name = value
        if (colon > 0 && line.startsWith('data:')) event.data += value
      }
      if (event.data) found(event)
    }
  }
}

/** `tell` gets { state: 'live' | 'lost' | 'refused' } or { name, data }. Returns a function that ends the stream. */
export function openStream(token, tell) {
  const ending = new AbortController()
  let last = ''
  let failures = 0

  const read = async () => {
    const headers = { Authorization: `Bearer ${token}` }
    if (last) headers['Last-Event-ID'] = last
    const answer = await fetch('/api/v1/events', { headers, signal: ending.signal, cache: 'no-store' })
    if (answer.status === 401) {
      tell({ state: 'refused' })
      ending.abort()
      return
    }
    if (!answer.ok) throw new Error(answer.status)
    failures = 0
    tell({ state: 'live' })
    const take = eventReader(({ id, name, data }) => {
      if (id) last = id
      tell({ name, data: JSON.parse(data) })
    })
    const decoder = new TextDecoder()
    const reader = answer.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      take(decoder.decode(value, { stream: true }))
    }
  }

  const run = async () => {
    while (!ending.signal.aborted) {
      await read().catch(() => {})
      if (ending.signal.aborted) return
      tell({ state: 'lost' })
      await new Promise((resume) => setTimeout(resume, waits[Math.min(failures++, waits.length - 1)]))
    }
  }
  run()
  return () => ending.abort()
}
