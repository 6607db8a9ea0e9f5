// The models: calls, latency, tokens and money per day as plots, the numbers of each day, budgets.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible, assertClean, assertFits, Browser, record } from './browser.mjs'
import { begin, say, storySite } from './story_site.mjs'

const settings = `[models.large]
kind = "openai"
model = "large-2026"
base_url = "http://127.0.0.1:9/v1"
price = [{ from = "2020-01-01", input = 3.0, output = 15.0 }]
[model]
day_dollars = 3.0
day_tokens = 60000
`

const dayText = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** Calls of earlier days, as the service of models keeps them. */
function calls(model, ago, number) {
  return {
    day: dayText(ago),
    model,
    calls: number,
    failed: number % 3,
    input_tokens: number * 2100,
    cached_tokens: 0,
    cache_written_tokens: 0,
    output_tokens: number * 310,
    micro_dollars: model === 'large' ? number * 10_950 : 0,
    unpriced_tokens: 0,
    milliseconds: number * (model === 'large' ? 5200 + 130 * ago : 480 + 20 * ago),
    longest_milliseconds: model === 'large' ? 19_300 : 1900,
  }
}

let site, browser
before(async () => {
  site = await storySite(settings)
  const days = [9, 8, 6, 5, 4, 2, 1].flatMap((ago) => [
    calls('large', ago, 14 + ((ago * 5) % 9)),
    calls('scripted', ago, 40 + ((ago * 13) % 31)),
  ])
  await mkdir(join(site.path, 'state/model'), { recursive: true, mode: 0o700 })
  await writeFile(join(site.path, 'state/model/calls.json'), JSON.stringify({ version: 1, days }), { mode: 0o600 })
  browser = await Browser.start()
  await begin(site, 'train')
  await say(site, 'train', 'I give him the letter.', 'a1')
})
afterEach(() => browser.closeWindows())
after(async () => {
  await browser?.stop()
  await site?.stop()
})

const open = async (options = {}) => {
  const page = await browser.open(site.url, options)
  await page.getByText('● live').waitFor()
  await page.keyboard.press('m')
  await page.getByRole('heading', { name: 'Models' }).waitFor()
  return page
}
const table = (page) => page.getByRole('region', { name: /^Calls on/ })

test('shows calls, latency, tokens and money per day', async () => {
  const page = await open()
  for (const name of ['Calls', 'Latency', 'Tokens', 'Money'])
    await page.getByRole('img', { name: new RegExp(`^${name} per day`) }).waitFor()
  const drawn = await page.evaluate(() =>
    [...document.querySelectorAll('.plot canvas')].map((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      return data.some((byte) => byte !== 0)
    }),
  )
  assert.deepEqual(drawn, [true, true, true, true])
  await table(page)
    .getByRole('row', { name: /^scripted [1-9]/ })
    .waitFor()
  await assertAccessible(page, 'Models')
  await record(page, 'models')
  assertClean(page)
})

test('tells the numbers of each day, by keyboard', async () => {
  const page = await open()
  await page.getByText(dayText(0)).first().waitFor()
  await page.keyboard.press('ArrowLeft')
  const { calls: number, output_tokens: tokens } = calls('large', 1, 14 + 5)
  await table(page)
    .getByRole('row', { name: new RegExp(`^large ${number} .* ${tokens.toLocaleString('en')} \\$0\\.2`) })
    .waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await table(page)
    .getByRole('row', { name: /^large 0 0 – –/ })
    .waitFor()
  await page.getByRole('button', { name: 'The day after' }).click()
  await page.getByText(dayText(2)).first().waitFor()
  assertClean(page)
})

test('a call is counted as soon as it has ended', async () => {
  const page = await open()
  const calledToday = async () => {
    const row = await table(page)
      .getByRole('row', { name: /^scripted/ })
      .textContent()
    return row
  }
  const before = await calledToday()
  await say(site, 'train', 'I wait.', 'a2')
  await page.waitForFunction(
    (text) => [...document.querySelectorAll('.of-day tbody tr')].every((row) => row.textContent !== text),
    before,
  )
  assertClean(page)
})

test('a key pressed as soon as the page is drawn is heard', async () => {
  const page = await browser.open(site.url, {}, () => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main')) return
      observer.disconnect()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true }))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.getByRole('heading', { name: 'Models' }).waitFor()
  assertClean(page)
})

test('shows the budgets, what they have left, and the models', async () => {
  const page = await open()
  const budgets = page.getByRole('region', { name: 'Budgets' })
  await budgets.getByText('$0.00 of $3.00 today').waitFor()
  await budgets.getByText(/[\d,]+ tokens of 60,000 tokens today/).waitFor()
  await budgets.getByText('$3.00, 60,000 tokens').waitFor()
  const models = page.getByRole('region', { name: 'Configured' })
  await models.getByText('$3.00 in, $15.00 out').waitFor()
  await models.getByText('free').waitFor()
})

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 720 } }],
])
  test(`is readable ${name}`, async () => {
    const page = await open(options)
    await table(page).waitFor()
    await assertAccessible(page, name)
    await assertFits(page, name)
    await record(page, `models-${name.replaceAll(' ', '-')}`)
    assertClean(page)
  })
