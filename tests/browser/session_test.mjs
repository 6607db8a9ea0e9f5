// A session: its signals over time, the graph as a picture and as a tree, generations and the way back.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible, assertClean, assertFits, Browser, figure, record } from './browser.mjs'
import { Site } from './site.mjs'

/** Entities in clusters, with relationships within them and some between. */
function largeGraph(entities, relationships) {
  const types = ['harbour', 'vessel', 'light', 'channel', 'person', 'cargo', 'tide']
  return {
    version: 1,
    entities: Array.from({ length: entities }, (_, i) => ({
      id: `e${i}`,
      name: `${types[i % types.length]} ${i}`,
      type: types[i % types.length],
      seen: 2000 + (i % 27),
    })),
    relationships: Array.from({ length: relationships }, (_, i) => i + 1).map((i) => ({
      id: `r${i}`,
      from: `e${i % entities}`,
      to: `e${i % 5 === 0 ? (i * 7919 + 1) % entities : Math.floor((i % entities) / 12) * 12}`,
      type: 'near',
    })),
  }
}

let site, browser
before(async () => {
  site = await Site.start()
  browser = await Browser.start()
  await site.session('sound', largeGraph(70, 100))
  await site.refuse('sound', 'pilot')
  for (const [agent, value] of [
    ['keeper', '{"lamp": "dim"}'],
    ['keeper', '{"lamp": "bright"}'],
    ['purser', '{"tea": 3}'],
  ]) {
    const before = (await site.log()).length
    await site.artifact('sound', agent, 'log.json', value)
    await site.drop('sound', agent)
    await site.more(before)
  }
})
after(async () => {
  await browser?.stop()
  await site?.stop()
})
afterEach(() => browser.clear())

async function open(tab, options, session = 'sound') {
  const page = await browser.open(site.url, options)
  await page.evaluate((to) => (location.hash = to), `#/s/${encodeURIComponent(site.id(session))}${tab && `/${tab}`}`)
  await page.getByRole('heading', { name: session }).waitFor()
  return page
}

test('signals stand on a timeline, those that wait first', async () => {
  const page = await open('')
  const rows = page.getByRole('list', { name: 'Signals' }).getByRole('link')
  await rows.first().waitFor()
  assert.match(await rows.first().getAttribute('aria-label'), /^pilot\.kg, refused/)
  await page.getByRole('link', { name: 'keeper.kg, merged, merged 2 times' }).waitFor()
  await assertAccessible(page, 'signals')
  await record(page, 'signals')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/signal\//)
  assertClean(page)
})

test('the graph is searched and expanded by keyboard', async () => {
  const page = await open('graph')
  const entities = page.getByRole('list', { name: 'Entities' })
  await entities.getByText('harbour 0', { exact: true }).waitFor()
  await assertAccessible(page, 'the graph')
  await page.locator('canvas[data-settled]').waitFor()
  await record(page, 'graph')
  await page.keyboard.press('/')
  await page.keyboard.type('light 2')
  await page
    .getByText('1 entity')
    .or(page.getByText(/\d+ entities/))
    .first()
    .waitFor()
  await entities.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('region', { name: /Entity light 2/ })
  await chosen.waitFor()
  await page.keyboard.press('o')
  const drawn = async () => Number(/(\d+) drawn/.exec(await page.getByText(/drawn/).textContent())[1])
  const few = await drawn()
  assert.ok(few < 30, `${few} are drawn`)
  await page.locator('.entity .link').first().click()
  await page.getByRole('heading', { name: /relationships/ }).waitFor()
  await page.getByRole('button', { name: 'Expand' }).click()
  assert.ok((await drawn()) > few)
  await assertAccessible(page, 'an entity')
  await record(page, 'graph-expanded')
  assertClean(page)
})

test('5,000 nodes stay fluid', async () => {
  await site.session('ocean', largeGraph(5000, 7000))
  const page = await open('graph', {}, 'ocean')
  await page.getByText('5,000 entities').waitFor()
  const canvas = page.locator('canvas')
  const box = await canvas.boundingBox()
  await page.mouse.move(box.x + 300, box.y + 200)
  await page.evaluate(() => {
    globalThis.frames = []
    const note = (time) => (globalThis.frames.push(time), requestAnimationFrame(note))
    requestAnimationFrame(note)
  })
  await page.mouse.down()
  for (let i = 0; i < 60; ++i) await page.mouse.move(box.x + 300 + 3 * i, box.y + 200 + i)
  await page.mouse.up()
  for (let i = 0; i < 20; ++i) await page.mouse.wheel(0, i < 10 ? -60 : 60)
  const gaps = await page.evaluate(() =>
    globalThis.frames
      .slice(1)
      .map((time, i) => time - globalThis.frames[i])
      .sort((a, b) => a - b),
  )
  const median = gaps[Math.floor(gaps.length / 2)]
  const most = gaps[Math.floor(gaps.length * 0.95)]
  figure('a frame of 5,000 nodes, median', median, 50)
  figure('a frame of 5,000 nodes, 95 % of them', most, 200)
  await record(page, 'graph-5000')
  assertClean(page)
})

test('the tree says who wrote a value', async () => {
  const page = await open('tree')
  await page.getByText('keeper', { exact: true }).click()
  await page.getByText('lamp').hover()
  await page.locator('.origin').getByText('keeper').waitFor()
  await page.getByText(/generation \d/).waitFor()
  await assertAccessible(page, 'the tree')
  await record(page, 'tree')
  assertClean(page)
})

test('generations are compared', async () => {
  const page = await open('generations')
  await page.getByRole('list', { name: 'Generations' }).getByRole('button').first().waitFor()
  await page.getByRole('list', { name: 'Generations' }).locator('[aria-pressed]').last().click()
  const changes = page.getByRole('list', { name: 'Changes' })
  await changes.getByText('keeper').first().waitFor()
  await changes.locator('summary').first().click()
  await assertAccessible(page, 'generations')
  await record(page, 'generations')
  assertClean(page)
})

test('one agent is rolled back, after a look at what would change', async () => {
  const page = await open('generations')
  await page.getByRole('button', { name: 'keeper' }).click()
  const ways = page.getByRole('button', { name: /^Roll keeper back/ })
  await ways.first().waitFor()
  const before = await ways.count()
  await ways.first().click()
  await page.getByText('Its value becomes the earlier one.').waitFor()
  await assertAccessible(page, 'the question')
  await page.getByRole('button', { name: 'Roll back', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.equal((await site.graph('sound')).keeper.lamp, 'dim')
  await ways.nth(before).waitFor() // the replaced value is one of the earlier ones
  assertClean(page)
})

test('the whole graph is restored', async () => {
  const page = await open('generations')
  await page
    .getByRole('button', { name: /^Restore generation/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assertClean(page)
})

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 720 } }],
])
  for (const tab of ['', 'graph', 'tree', 'generations'])
    test(`${tab || 'signals'}: readable ${name}`, async () => {
      const page = await open(tab, options)
      await page.locator('.window, .tree, .generations').first().waitFor()
      await assertAccessible(page, `${tab} ${name}`)
      await assertFits(page, `${tab} ${name}`)
      await record(page, `${tab || 'signals'}-${name.replaceAll(' ', '-')}`)
      assertClean(page)
    })
