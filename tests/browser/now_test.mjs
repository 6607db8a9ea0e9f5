// The view Now: what waits, what happens, the token, keys, dark, narrow, and how soon an event is seen.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible, assertClean, assertFits, Browser, figure, record } from './browser.mjs'
import { eventually, Site } from './site.mjs'

let site, browser
before(async () => {
  site = await Site.start()
  browser = await Browser.start()
  await site.session('harbour')
  await site.session('lighthouse')
  await site.refuse('harbour', 'cartographer', 'soundings.json', '{\n  "depth": 12,\n}\n')
  await site.artifact('harbour', 'pilot', 'tides.json', '{"high": 4}')
  await site.drop('harbour', 'pilot')
  await site.settled('harbour', 'pilot', 'merged')
})
after(async () => {
  await browser?.stop()
  await site?.stop()
})
afterEach(() => browser.clear())

const waiting = (page) => page.getByRole('list', { name: /What waits/ })
const events = (page) => page.getByRole('list', { name: /Events/ })

test('shows what waits and what happened', async () => {
  const page = await browser.open(site.url)
  await waiting(page).getByText('cartographer.kg').waitFor()
  await events(page).getByText('pilot.kg').waitFor()
  await page.getByText('artifactd is well').waitFor()
  await page.getByText('● live').waitFor()
  await assertAccessible(page, 'Now')
  await record(page, 'now')
  assertClean(page)
})

test('the token leaves the address bar and stays in this tab', async () => {
  const page = await browser.open(site.url)
  await waiting(page).waitFor()
  assert.ok(!page.url().includes(site.token))
  assert.equal(await page.evaluate(() => document.cookie + localStorage.length), '0')
  await page.reload()
  await waiting(page).waitFor()
  const other = await page.context().newPage()
  await other.goto(site.address)
  await other.getByLabel('Token').fill('wrong')
  await other.keyboard.press('Enter')
  await other.getByRole('alert').getByText('not valid').waitFor()
  await assertAccessible(other, 'the form for a token')
  await other.getByLabel('Token').fill(site.token)
  await other.keyboard.press('Enter')
  await waiting(other).waitFor()
})

test('an event is seen as it happens', async () => {
  const page = await browser.open(site.url)
  await page.getByText('● live').waitFor()
  await waiting(page).waitFor()
  // Observed in the page, from the time at which the daemon wrote the entry to the frame that shows it.
  await page.evaluate(() => {
    globalThis.seen = new Map()
    new MutationObserver(() =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          for (const row of document.querySelectorAll('.event')) {
            const name = row.textContent.includes('merged') && row.querySelector('a')?.textContent
            if (name && !globalThis.seen.has(name)) globalThis.seen.set(name, Date.now())
          }
        }),
      ),
    ).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  const times = []
  for (let n = 0; n < 20; ++n) {
    const agent = `swift-${n}`
    await site.artifact('lighthouse', agent, 'x.json', `{"n": ${n}}`)
    await site.drop('lighthouse', agent)
    await page.waitForFunction((name) => globalThis.seen.has(name), `${agent}.kg`)
    const seen = await page.evaluate((name) => globalThis.seen.get(name), `${agent}.kg`)
    // The journal is written after the event is sent.
    const told = await eventually(
      async () => (await site.log()).find((each) => each.name === agent && each.event === 'settled'),
      `${agent} is in the journal`,
    )
    times.push(seen - Date.parse(told.time))
  }
  times.sort((a, b) => a - b)
  figure('from event to pixel, median of 20', times[10], 200)
  assertClean(page)
})

test('works by keyboard alone', async () => {
  const page = await browser.open(site.url)
  await waiting(page).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await assertAccessible(page, 'the list of keys')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  assert.match(await page.evaluate(() => document.activeElement.textContent), /cartographer/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/signal\/cartographer\.kg/)
  await page.getByRole('heading', { name: 'cartographer.kg' }).waitFor()
  await page.keyboard.press('u')
  await page.keyboard.press('s')
  await page.getByRole('list', { name: 'Sessions' }).getByText('lighthouse').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('light')
  await page.getByText('1 session').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  assert.match(await page.evaluate(() => document.activeElement.textContent), /lighthouse/)
  await assertAccessible(page, 'Sessions')
  await page.keyboard.press('n')
  await waiting(page).waitFor()
  assertClean(page)
})

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 720 } }],
])
  test(`is readable ${name}`, async () => {
    const page = await browser.open(site.url, options)
    await events(page).getByRole('link').first().waitFor()
    await assertAccessible(page, name)
    await assertFits(page, name)
    await record(page, `now-${name.replaceAll(' ', '-')}`)
    assertClean(page)
  })

test('all tabs share one stream, which goes on when artifactd was away', async () => {
  const narrow = await Site.start('streams = 1\n')
  try {
    await narrow.session('cove')
    const page = await browser.open(narrow.url)
    await page.getByText('● live').waitFor()
    const other = await page.context().newPage()
    await other.goto(narrow.url)
    await other.getByText('● live').waitFor()
    await page.close()
    await narrow.restart(async () => {
      await narrow.artifact('cove', 'later', 'x.json', '{}')
      await narrow.drop('cove', 'later')
    })
    await events(other).getByText('later.kg').first().waitFor()
    await events(other).getByText('merged').first().waitFor()
  } finally {
    await narrow.stop()
  }
})

test('without a SharedWorker each tab has a stream', async () => {
  const page = await browser.open(site.url, {}, () => delete globalThis.SharedWorker)
  await page.getByText('● live').waitFor()
  await site.artifact('lighthouse', 'alone', 'x.json', '{}')
  await site.drop('lighthouse', 'alone')
  await events(page).getByText('alone.kg').first().waitFor()
})

test('a token that is revoked ends the page', async () => {
  const made = JSON.parse(await site.ctl('--json', 'web', 'token', 'add', 'brief', '--scope', 'content'))
  const page = await browser.open(`${site.address}/#token=${made.token}`)
  await page.getByText('● live').waitFor()
  await site.ctl('web', 'token', 'revoke', 'brief')
  await page.getByRole('alert').getByText('not valid').waitFor()
})
