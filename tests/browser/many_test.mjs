// 10,000 signals that wait: the lists stay quick, and so does the way from an event to its pixel.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible, assertClean, Browser, figure } from './browser.mjs'
import { eventually, Site } from './site.mjs'

const number = 10_000

// Refused before this daemon began: settling 10,000 signals takes minutes.
async function crowd(made) {
  await made.session('crowd')
  for (let i = 0; i < number; ++i)
    await writeFile(join(made.root, 'crowd', `a${String(i).padStart(5, '0')}.kg.lock.error`), '')
}

let site, browser
before(async () => {
  site = await Site.start('', crowd)
  browser = await Browser.start()
  await eventually(async () => (await site.get('/api/v1/status')).stuck.length === number, 'all are seen', 60_000)
})
after(async () => {
  await browser?.stop()
  await site?.stop()
})
afterEach(() => browser.clear())

test('10,000 signals are listed, and reached by keyboard', async () => {
  const begun = Date.now()
  const page = await browser.open(site.url)
  page.setDefaultTimeout(60_000)
  await page.getByText('10,000 signals').waitFor()
  console.log(`10,000 signals are there after ${Date.now() - begun} ms`)
  const list = page.getByRole('list', { name: /What waits/ })
  assert.ok((await list.getByRole('listitem').count()) < 60, 'only rows in sight are made')
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await page.waitForFunction(() => document.activeElement.closest('[data-row="9999"]'))
  await assertAccessible(page, '10,000 signals')

  const session = await page.evaluate((id) => (location.hash = `#/s/${id}`), encodeURIComponent(site.id('crowd')))
  assert.ok(session)
  await page.getByRole('status').filter({ hasText: '10,000 signals' }).waitFor()
  assert.ok((await page.getByRole('list', { name: 'Signals' }).getByRole('listitem').count()) < 60)
  assertClean(page)
})

test('an event is still seen soon', async () => {
  const page = await browser.open(site.url)
  await page.getByText('10,000 signals').waitFor({ timeout: 60_000 })
  const times = []
  for (let n = 0; n < 7; ++n) {
    const agent = `swift-${n}`
    await page.evaluate((name) => {
      globalThis.seen = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          const shown = [...document.querySelectorAll('.event')].some(
            (row) => row.textContent.includes(`${name}.kg`) && row.textContent.includes('merged'),
          )
          if (!shown) return
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())))
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
    }, agent)
    await site.artifact('crowd', agent, 'x.json', '{}')
    await site.drop('crowd', agent)
    const seen = await page.evaluate(() => globalThis.seen)
    const told = await eventually(
      async () => (await site.log()).find((each) => each.name === agent && each.outcome === 'merged'),
      'the journal has it',
    )
    times.push(seen - Date.parse(told.time))
  }
  times.sort((a, b) => a - b)
  figure('with 10,000 signals, from event to pixel, median of 7', times[3], 200)
})
