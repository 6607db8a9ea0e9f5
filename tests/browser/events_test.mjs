// How often the page hears of events, without a browser and with a clock of our own.
import assert from 'node:assert/strict'
import { test } from 'node:test'

const clock = { now: 0, timers: new Set() }
const settled = async () => {
  for (let turn = 0; turn < 5; ++turn) await new Promise((resume) => setImmediate(resume))
}

async function advance(ms) {
  clock.now += ms
  for (const timer of [...clock.timers].filter(({ at }) => at <= clock.now)) {
    clock.timers.delete(timer)
    timer.run()
  }
  await settled()
}

globalThis.setTimeout = (run, ms) => {
  const timer = { run, at: clock.now + ms }
  clock.timers.add(timer)
  return timer
}
globalThis.clearTimeout = (timer) => clock.timers.delete(timer)
Object.defineProperty(performance, 'now', { value: () => clock.now })
globalThis.sessionStorage = { getItem: () => 'token' }

test('many events are told about ten times a second, a lone one at once', async () => {
  let stream
  globalThis.fetch = async () => new Response(new ReadableStream({ start: (controller) => (stream = controller) }))
  const { listen, startEvents, stopEvents } = await import('../../web/src/base/events.js')
  const told = new Map() // when: how many
  listen(({ name }) => name === 'journal' && told.set(clock.now, (told.get(clock.now) ?? 0) + 1))
  const send = async () => {
    stream.enqueue(new TextEncoder().encode('event: journal\ndata: {}\n\n'))
    await settled()
  }
  startEvents()
  await settled()
  await advance(0) // it is live
  await advance(1000)

  await send()
  await advance(0)
  assert.deepEqual([...told], [[1000, 1]])

  for (let n = 0; n < 200; ++n) {
    await send()
    await advance(5)
  }
  await advance(100)
  stopEvents()
  const number = [...told.values()].reduce((sum, each) => sum + each)
  assert.equal(number, 201, 'none is lost')
  assert.ok(told.size >= 10 && told.size <= 16, `${told.size} times in 1.1 s`)
})
