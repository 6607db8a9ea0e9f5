// A tuning run: its score and issues by iteration, its actions over time, its fixes as diffs, the gate; live.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { promisify } from 'node:util'
import { assertAccessible, assertClean, assertFits, Browser, record } from './browser.mjs'
import { Site } from './site.mjs'
import { examples } from './story_site.mjs'

const run = promisify(execFile)

let site, browser
before(async () => {
  site = await Site.start()
  browser = await Browser.start()
  await cp(`${examples}/tuning`, join(site.path, 'tuning'), { recursive: true })
  await chmod(site.path, 0o711)
  for (const session of ['notes', 'hopeless']) await mkdir(join(site.root, session))
  // An agent does not run as root, so the skill and its runs belong to somebody else then.
  if (process.getuid() === 0)
    await run('chown', [
      '-R',
      'daemon:',
      join(site.path, 'tuning'),
      join(site.root, 'notes'),
      join(site.root, 'hopeless'),
    ])
  await tune('notes', 'tune.sh', '--until', 'action-generate-report')
  await tune('hopeless', 'hopeless.sh').catch((error) => assert.equal(error.code, 1))
})
afterEach(() => browser.closeWindows())
after(async () => {
  await browser?.stop()
  await site?.stop()
})

function tune(session, agent, ...more) {
  const [skill, command] = [join(site.path, 'tuning/release-notes'), join(site.path, 'tuning/agents', agent)]
  return site.ctl(
    'state',
    'run',
    join(site.root, session),
    '--skill',
    skill,
    '--issue',
    'the notes are far too long',
    '--command',
    command,
    ...more,
  )
}

const open = async (session, options = {}) => {
  const page = await browser.open(site.url, options)
  await page.getByText('● live').waitFor()
  await page.goto(`${site.address}/#/s/${encodeURIComponent(site.id(session))}/tuning`)
  await page.getByText('the notes are far too long').waitFor()
  return page
}
const actions = (page) => page.getByRole('region', { name: 'Actions over time' })
const numbers = (page) => page.getByRole('region', { name: 'Score and issues by iteration' })

test('a run is shown as it goes on, to its gate', async () => {
  const page = await open('notes')
  const counts = page.getByRole('list', { name: 'Where the run stands' })
  await counts.getByText('running').waitFor()
  await counts.getByText('review').waitFor()
  await numbers(page)
    .getByRole('row', { name: /^before 50 .*review 0 3 1 0$/ })
    .waitFor()
  await tune('notes', 'tune.sh')
  await counts.getByText('completed').waitFor()
  await counts.getByText('pass').waitFor()
  await numbers(page)
    .getByRole('row', { name: /^1 100 .*pass 0 0 0 0$/ })
    .waitFor()
  await page.getByRole('img', { name: /^Score 50 at first, 100 at last, after 1 iteration/ }).waitFor()
  assertClean(page)
})

test('shows actions over time and fixes as diffs', async () => {
  const page = await open('notes')
  await actions(page)
    .getByRole('row', { name: /diagnose-context .* success/ })
    .waitFor()
  assert.equal(await actions(page).locator('.gantt-bar').count(), 16)
  const inside = await actions(page)
    .locator('.gantt-bar')
    .evaluateAll((bars) =>
      bars.every((bar) => {
        const [a, b] = [bar.getBoundingClientRect(), bar.parentElement.getBoundingClientRect()]
        return a.left >= b.left - 1 && a.right <= b.right + 5
      }),
    )
  assert.ok(inside, 'each bar is in its track')
  await page.getByText('4 of 4 fixes passed').waitFor()
  const fix = page.getByRole('region', { name: 'What FIX-003 changes' })
  await fix.getByText('phases/03-write.md').waitFor()
  await fix.locator('.removed').getByText('changes.json').waitFor()
  await fix.locator('.added').getByText('sorted.json').waitFor()
  await assertAccessible(page, 'a tuning run')
  await record(page, 'tuning')
  await fix.scrollIntoViewIfNeeded()
  await record(page, 'tuning-fixes')
  assertClean(page)
})

test('a run that failed says why', async () => {
  const page = await open('hopeless')
  await page.getByRole('list', { name: 'Where the run stands' }).getByText('failed').waitFor()
  await page
    .getByText(/its output is not JSON/)
    .first()
    .waitFor()
  await page.getByText('No report has been made yet').waitFor()
  await assertAccessible(page, 'a failed run')
  assertClean(page)
})

test('a session without a run says how to begin one', async () => {
  await site.session('plain')
  const page = await browser.open(site.url)
  await page.getByText('● live').waitFor()
  await page.goto(`${site.address}/#/s/${encodeURIComponent(site.id('plain'))}/tuning`)
  await page.getByText('No skill is tuned in this session.').waitFor()
})

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 720 } }],
])
  test(`is readable ${name}`, async () => {
    const page = await open('notes', options)
    await actions(page).waitFor()
    await assertAccessible(page, name)
    await assertFits(page, name)
    await record(page, `tuning-${name.replaceAll(' ', '-')}`)
    assertClean(page)
  })
