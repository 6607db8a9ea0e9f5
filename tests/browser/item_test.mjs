// One signal that was refused: its text with the findings, hint, fix, retry, abandon, attempts side by side.
import assert from 'node:assert/strict'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible, assertClean, assertFits, Browser, record } from './browser.mjs'
import { eventually, Site } from './site.mjs'

const broken = `{
  "harbour": "Tern Sound",
  "soundings": [
    {"at": "mole", "depth": 12.5},
    {"at": "bar", "depth": 4.25},
  ],
  "surveyed": "2026-11-20"
}
`

let site, browser
before(async () => {
  site = await Site.start()
  browser = await Browser.start()
})
after(async () => {
  await browser?.stop()
  await site?.stop()
})
afterEach(() => browser.clear())

async function refused(session, agent, options) {
  await site.session(session)
  await site.refuse(session, agent, 'soundings.json', broken)
  return openItem(session, agent, options)
}

async function openItem(session, agent, options) {
  const page = await browser.open(site.url, options)
  await page.evaluate((to) => (location.hash = to), `#/s/${encodeURIComponent(site.id(session))}/signal/${agent}.kg`)
  await page.getByRole('heading', { name: `${agent}.kg` }).waitFor()
  await page.getByText('attempt 1 of 3').waitFor()
  return page
}

const text = (page) => page.getByRole('region', { name: 'Text of soundings.json' })

test('the text has the findings at their lines', async () => {
  const page = await refused('text', 'pilot')
  await text(page).getByText('there is a comma before the closing').waitFor()
  const marked = await text(page).locator('.line.marked').allTextContents()
  assert.equal(marked.length, 1)
  assert.match(marked[0], /^6/)
  await page.getByText('attempt 1 of 3').waitFor()
  await assertAccessible(page, 'a refused signal')
  await record(page, 'item')
  assertClean(page)
})

test('a hint is given', async () => {
  const page = await refused('hint', 'pilot')
  await page.keyboard.press('h')
  await page.getByLabel(/What the agent should know/).fill('No comma before a bracket.')
  await assertAccessible(page, 'the form for a hint')
  await page.getByRole('button', { name: 'Send the hint' }).click()
  await page.getByText('The hint was given.').waitFor()
  await page.getByRole('tab', { name: 'Attempts' }).click()
  await page.getByText('No comma before a bracket.').waitFor()
  const instructions = JSON.parse(await readFile(join(site.root, 'hint/pilot.retry-instructions.json'), 'utf8'))
  assert.equal(instructions.hints[0].text, 'No comma before a bracket.')
  assertClean(page)
})

test('a file is fixed in place, checked as it is typed', async () => {
  const page = await refused('fix', 'pilot')
  await page.getByRole('button', { name: 'Fix …' }).click()
  const editor = page.getByRole('textbox', { name: 'Text of soundings.json' })
  await editor.waitFor()
  await page.getByText('1 to repair').waitFor()
  await assertAccessible(page, 'the editor')
  await record(page, 'fix')
  await page.getByRole('button', { name: 'line 6' }).click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.getByText('✓ valid').waitFor()
  await page.getByRole('button', { name: 'What I changed' }).click()
  await page
    .getByRole('region', { name: 'before and yours' })
    .getByText('{"at": "bar", "depth": 4.25}', { exact: true })
    .waitFor()
  await assertAccessible(page, 'what was changed')
  await page.getByRole('button', { name: 'Write and submit' }).click()
  await site.settled('fix', 'pilot', 'merged')
  await page.locator('.item-state').getByText('merged').waitFor()
  assert.equal((await site.graph('fix')).pilot.soundings[1].depth, 4.25)
  assertClean(page)
})

test('a fix writes nothing if the agent has changed the file meanwhile', async () => {
  const page = await refused('changed', 'pilot')
  await page.keyboard.press('e')
  await page.getByText('1 to repair').waitFor()
  await site.artifact('changed', 'pilot', 'soundings.json', '{"by": "the agent"')
  await page.keyboard.press('Control+Enter')
  await page.getByText('has changed since you opened it').waitFor()
  assert.equal(
    await readFile(join(site.root, 'changed/artifacts/pilot/soundings.json'), 'utf8'),
    '{"by": "the agent"',
  )
})

test('attempts stand side by side, and a retry is one key', async () => {
  const page = await refused('again', 'pilot')
  await site.artifact('again', 'pilot', 'soundings.json', '{\n  "depth": 04\n}\n')
  await page.keyboard.press('r')
  await page.getByText('attempt 2 of 3').waitFor()
  await page.getByRole('tab', { name: 'Attempts' }).click()
  const table = page.getByRole('region', { name: 'Attempts 1 and 2' })
  await table.getByText('✓ repaired').waitFor()
  await table.getByText('✗ new').waitFor()
  await assertAccessible(page, 'attempts')
  await record(page, 'attempts')
  await page.getByRole('tab', { name: 'Attempts' }).press('ArrowRight')
  await page.getByRole('list', { name: 'History' }).getByText('refused').first().waitFor()
  await assertAccessible(page, 'history')
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Text of soundings.json' }).waitFor()
  assertClean(page)
})

test('work is given up only when asked twice', async () => {
  const page = await refused('gone', 'pilot')
  await page.keyboard.press('x')
  await page.getByRole('dialog', { name: 'Abandon this work?' }).waitFor()
  await page.keyboard.press('Escape')
  assert.equal((await site.get(`/api/v1/sessions/${site.id('gone')}`)).refused.length, 1)
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Abandon', exact: true }).click()
  await page.getByText('Given up; the files stay.').waitFor()
  assert.equal((await site.get(`/api/v1/sessions/${site.id('gone')}`)).refused.length, 0)
  assertClean(page)
})

test('started afresh, earlier attempts do not count', async () => {
  const page = await refused('fresh', 'pilot')
  await page.getByRole('button', { name: 'Retry afresh …' }).click()
  await page.getByRole('button', { name: 'Retry afresh', exact: true }).click()
  await page.getByText('Submitted again.').waitFor()
  await page.getByText('attempt 1 of 3').waitFor()
})

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 720 } }],
])
  test(`is readable ${name}`, async () => {
    const page = await refused(`look-${name.replaceAll(' ', '-')}`, 'pilot', options)
    await text(page).getByText('there is a comma before the closing').waitFor()
    await assertAccessible(page, name)
    await assertFits(page, name)
    await record(page, `item-${name.replaceAll(' ', '-')}`)
    await page.getByRole('button', { name: 'Fix …' }).click()
    await page.getByText('1 to repair').waitFor()
    await assertAccessible(page, `the editor ${name}`)
    await assertFits(page, `the editor ${name}`)
    await record(page, `fix-${name.replaceAll(' ', '-')}`)
    assertClean(page)
  })

test('a run of the agent is cancelled', async (t) => {
  const running = await Site.start(
    "[[agent]]\nmatch = \"sleeper\"\nreinvoke = [\"/bin/sh\", \"-c\", \": > running; sleep 1000\"]\n",
  )
  t.after(() => running.stop())
  const path = await running.session('run')
  await running.artifact('run', 'sleeper', 'soundings.json', broken)
  await running.giveAway('run')
  await running.drop('run', 'sleeper')
  await eventually(() => access(join(path, 'running')).then(() => true, () => false), 'the agent runs')
  const page = await browser.open(running.url)
  await page.evaluate((to) => (location.hash = to), `#/s/${encodeURIComponent(running.id('run'))}/signal/sleeper.kg`)
  await page.getByRole('button', { name: 'Cancel a run …' }).click()
  await page.getByRole('button', { name: 'Cancel it' }).click()
  await page.getByText('Cancelled.').waitFor()
  await page.getByRole('button', { name: 'Retry', exact: true }).waitFor()
  assertClean(page)
})
