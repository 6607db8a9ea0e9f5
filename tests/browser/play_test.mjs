// Games and plays: the diagram, the shortest way to a fault step by step, a report and its triage, a correction.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { promisify } from 'node:util'
import { assertAccessible, assertClean, assertFits, Browser, record } from './browser.mjs'
import { Site } from './site.mjs'
import { examples } from './story_site.mjs'

const run = promisify(execFile)
const settings = `[play]
confirm = "owner"
[[agent]]
match = "game-*"
kinds = ["kg"]
profile = "game"
`

let site, browser, play
before(async () => {
  site = await Site.start(settings)
  browser = await Browser.start()
  for (const session of ['fair', 'halting', 'wrong']) await game(session)
  await site.ctl('game', 'play', artifacts('fair'), '--seat', 'none', '--bots', 'monte-carlo', '--seed', '7')
  await halt()
  await site.ctl('game', 'play', artifacts('wrong'), '--seat', 'none', '--bots', 'random', '--seed', '9')
  ;[play] = await readdir(join(site.root, 'wrong/play'))
})
afterEach(() => browser.closeWindows())
after(async () => {
  await browser?.stop()
  await site?.stop()
})

const artifacts = (session) => join(site.root, session, 'artifacts/game-designer')

/** The game of the examples, repaired and merged. */
async function game(session) {
  await site.session(session)
  await cp(`${examples}/game-night/artifacts`, join(site.root, session, 'artifacts'), { recursive: true })
  const found = await site.ctl('game', 'repair', artifacts(session)).catch((error) => error.stdout)
  await writeFile(join(site.path, 'repair.diff'), found)
  await run('patch', ['-s', '-p1', '-i', join(site.path, 'repair.diff')], { cwd: artifacts(session) })
  await site.drop(session, 'game-designer')
  await site.settled(session, 'game-designer', 'merged')
}

/** Nothing fires after the third season. */
async function halt() {
  const file = join(artifacts('halting'), 'transitions.json')
  const transitions = JSON.parse(await readFile(file, 'utf8'))
  transitions.transitions.find(({ id }) => id === 'settle_up').preconditions[0].logic = {
    '>=': [{ var: 'game.season' }, 5],
  }
  await writeFile(file, JSON.stringify(transitions, null, 2))
}

const open = async (session, path, options = {}) => {
  const page = await browser.open(site.url, { viewport: { width: 1120, height: 680 }, ...options })
  await page.getByText('● live').waitFor()
  await page.goto(`${site.address}/#/s/${encodeURIComponent(site.id(session))}/${path}`)
  return page
}
const diagram = (page) => page.getByRole('img', { name: /^5 phases: init, planting, weather, harvest, finished/ })
const state = (page) => page.getByRole('region', { name: 'State', exact: true })
const field = (page, name) => state(page).locator(`dt:has(bdi:text-is("${name}")) + dd`)

test('lists games and plays', async () => {
  const page = await open('fair', 'plays')
  const games = page.getByRole('region', { name: 'Games' })
  await games.getByText('5 phases, 5 transitions').waitFor()
  await page
    .getByRole('list', { name: /^Plays/ })
    .getByText('over')
    .waitFor()
  await page.getByText('No player has reported anything.').waitFor()
  await assertAccessible(page, 'plays')
  await games.getByRole('link', { name: 'game-designer' }).click()
  await diagram(page).waitFor()
  await page.getByText('no fault found').waitFor()
  await assertAccessible(page, 'a game')
  assertClean(page)
})

test('the shortest way to a fault is stepped through with the state beside it', async () => {
  const page = await open('halting', 'games/game-designer')
  await diagram(page).waitFor()
  await page.getByText('1 fault').waitFor()
  await page.getByText(/^Deadlock detected in phase 'harvest'/).waitFor()
  await page.getByText('step 15 of 15').waitFor()
  await field(page, 'season').getByText('3', { exact: true }).waitFor()
  await record(page, 'game')
  await page.keyboard.press('Home')
  await page.getByText('before the first step').first().waitFor()
  for (let n = 0; n < 4; ++n) await page.keyboard.press('ArrowRight')
  await page.getByText('step 4 of 15').waitFor()
  await field(page, 'weather').getByText('was none').waitFor()
  await page.getByRole('list', { name: 'Transitions' }).locator('.now').getByText('draw_weather').waitFor()
  await page.getByRole('img', { name: /now in weather$/ }).waitFor()
  const steps = page.getByRole('list', { name: 'The shortest way to the fault' })
  assert.match(await steps.locator('[aria-current]').textContent(), /draw_weather fires.*game\.weather is drawn: sun/)
  await steps
    .getByRole('button', { name: /player2: plant, sacks = 0/ })
    .first()
    .click()
  await page.getByText('step 3 of 15').waitFor()
  await state(page)
    .getByRole('row', { name: /^actionRequired/ })
    .getByText('was true')
    .waitFor()
  await page.getByRole('slider').press('End')
  await page.getByText('step 15 of 15').waitFor()
  await assertAccessible(page, 'a way to a fault')
  assertClean(page)
})

test('a play is stepped through', async () => {
  const page = await open('wrong', `plays/${play}`)
  await diagram(page).waitFor()
  await page.getByText(/^step \d+ of \d+$/).waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await field(page, 'season').getByText('1', { exact: true }).waitFor()
  await page.keyboard.press('ArrowRight')
  await state(page)
    .getByRole('row', { name: /^actionRequired/ })
    .getByText('was true')
    .waitFor()
  await assertAccessible(page, 'a play')
  await record(page, 'play')
  assertClean(page)
})

test('a report is answered by category, and its correction confirmed', async () => {
  // Somebody changes the state behind the log's back.
  const file = join(site.root, 'wrong/play', play, 'state.json')
  const changed = JSON.parse(await readFile(file, 'utf8'))
  const right = changed.players.player1.coins
  changed.players.player1.coins = 99
  await writeFile(file, JSON.stringify(changed))
  const page = await open('wrong', `plays/${play}`)
  await diagram(page).waitFor()
  await page.keyboard.press('r')
  const form = page.getByRole('dialog', { name: 'Report what is wrong' })
  await form.getByLabel('Who reports it').selectOption('player1')
  await form.getByLabel(/What is wrong/).fill('My coins are not what they should be.')
  await assertAccessible(page, 'the form of a report')
  await page.keyboard.press('Control+Enter')
  await form.getByText('a correction').waitFor()
  await form.getByRole('button', { name: 'Done' }).click()
  const corrections = page.getByRole('region', { name: 'Corrections' })
  await corrections.getByText('waits for a decision').waitFor()
  const reports = page.getByRole('region', { name: 'Reports' })
  await reports.locator('summary').first().click()
  await reports.getByText('My coins are not what they should be.').waitFor()
  await reports.getByText('decided by what the play shows').waitFor()
  await assertAccessible(page, 'a correction')
  await corrections.scrollIntoViewIfNeeded()
  await record(page, 'correction')
  await corrections.getByRole('button', { name: 'Confirm …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await corrections.getByText('confirmed').waitFor()
  assert.equal(JSON.parse(await readFile(file, 'utf8')).players.player1.coins, right)
  assertClean(page)
})

test('a correction is rejected', async () => {
  const file = join(site.root, 'fair/play', (await readdir(join(site.root, 'fair/play')))[0], 'state.json')
  const changed = JSON.parse(await readFile(file, 'utf8'))
  changed.players.player2.seed = 77
  await writeFile(file, JSON.stringify(changed))
  await fetch(`${site.address}/api/sim/${site.id('fair')}/report-issue`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${site.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: '<img src=x onerror=alert(1)> my seed is wrong', playerId: 'player2' }),
  })
  const page = await open('fair', 'plays')
  const corrections = page.getByRole('region', { name: 'Corrections' })
  const reports = page.getByRole('region', { name: 'Reports' })
  await reports.locator('summary').first().click()
  await reports.getByText('<img src=x onerror=alert(1)> my seed is wrong').waitFor()
  assert.equal(await page.locator('#page img').count(), 0)
  await corrections.getByRole('button', { name: 'Reject …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await corrections.getByText('rejected').waitFor()
  assertClean(page)
})

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 720 } }],
])
  test(`is readable ${name}`, async () => {
    const page = await open('halting', 'games/game-designer', options)
    await page.getByText('step 15 of 15').waitFor()
    await assertAccessible(page, name)
    await assertFits(page, name)
    await record(page, `game-${name.replaceAll(' ', '-')}`)
    assertClean(page)
  })
