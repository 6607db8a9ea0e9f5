// How often the page hears of events, without a browser: its listeners are called in groups.
import assert from 'node:assert/strict'
import { test } from 'node:test'

test('many events are told about ten times a second', async () => {
  globalThis.sessionStorage = { getItem: () => 'token' }
  globalThis.addEventListener = () => {}
  let send
  globalThis.fetch = async () =>
    new Response(new ReadableStream({ start: (controller) => (send = (text) => controller.enqueue(text)) }))
  const { listen, startEvents, stopEvents } = await import('../../web/src/base/events.js')
  const told = []
  let group = null
  await new Promise((resume) => {
    listen(({ state, name }) => {
      if (state === 'live') resume()
      if (name !== 'journal') return
      if (!group) {
        told.push((group = []))
        queueMicrotask(() => (group = null)) // after all that are told together
      }
      group.push(name)
    })
    startEvents()
  })
  const encoder = new TextEncoder()
  await new Promise((resume) => {
    let sent = 0
    const timer = setInterval(() => {
      send(encoder.encode('event: journal\ndata: {}\n\n'))
      if (++sent < 200) return
      clearInterval(timer)
      resume()
    }, 5)
  })
  stopEvents()
  assert.ok(told.length >= 5 && told.length <= 25, `${told.length} times`) // about 14; every 20 ms it would be 50
})
