// A story: a turn streams, dice show as they fell, relations, memories; undo, redo, retry, branch, replay, end.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible, assertClean, assertFits, Browser, record } from './browser.mjs'
import { begin, say, storySite } from './story_site.mjs'

let site, browser
before(async () => {
  site = await storySite()
  browser = await Browser.start()
  await begin(site, 'train')
  await say(site, 'train', 'I say hello, as if the seat had only just become free.', 'a1')
  await say(site, 'train', 'I give him the letter.', 'a2')
})
afterEach(() => browser.closeWindows())
after(async () => {
  await browser?.stop()
  await site?.stop()
})

const story = (page) => page.getByRole('log', { name: 'The story' })
const turn = (page, number) => page.getByRole('article', { name: `Turn ${number}` })
const open = async (session = 'train', options = {}) => {
  const page = await browser.open(`${site.url}`, options)
  await page.getByText('● live').waitFor()
  await page.goto(`${site.address}/#/s/${encodeURIComponent(site.id(session))}/story`)
  return page
}

test('shows what was said, rolled and told', async () => {
  const page = await open()
  await turn(page, 2).waitFor()
  await story(page).getByText('You have read the emergency notice twice').waitFor()
  await turn(page, 1).getByText('I say hello, as if the seat').waitFor()
  const roll = turn(page, 1).getByRole('img', { name: /2d6\+2/ })
  assert.match(await roll.getAttribute('aria-label'), /^2d6\+2: \d, \d, in all \d+: \w+/)
  assert.equal(await turn(page, 1).locator('.bands .came').count(), 1)
  await turn(page, 2).getByText('What happened behind it').click()
  await turn(page, 2).getByText(/Emil/).first().waitFor()
  await assertAccessible(page, 'a story')
  assertClean(page)
})

test('shows the scene, the relations and the memories, also as they were', async () => {
  const page = await open()
  const aside = page.getByRole('complementary', { name: 'The state of the story' })
  await aside.getByText('minutes left').waitFor()
  await aside.getByText('Ada, Emil').waitFor()
  const minutes = aside.locator('dt:has-text("minutes left") + dd')
  assert.equal(await minutes.textContent(), '10')
  await turn(page, 1).getByRole('button', { name: 'as it was then' }).click()
  await page.getByText('as it was after turn 1').waitFor()
  await minutes.filter({ hasText: '11' }).waitFor()
  await page.getByRole('button', { name: 'back to now' }).first().click()
  await aside.getByRole('tab', { name: 'Relations' }).click()
  const picture = aside.getByRole('img', { name: /Ada and Emil: trust -?\d+, tension -?\d+, closeness -?\d+/ })
  await picture.waitFor()
  await assertAccessible(page, 'relations')
  await record(page, 'story')
  await aside.getByRole('tab', { name: 'Memories' }).click()
  await aside.getByLabel('Whose memories').selectOption({ label: 'Emil' })
  await aside.getByText('She left in the middle of a song').waitFor()
  const told = await aside
    .getByRole('img', { name: /^Weight/ })
    .first()
    .getAttribute('aria-label')
  assert.match(told, /^Weight \d\.\d, faded to \d+ percent$/)
  await aside.getByText(/made again 1 time/).waitFor()
  await assertAccessible(page, 'memories')
  await record(page, 'story-memories')
  assertClean(page)
})

test('a turn streams its steps, and is told when it is written', async () => {
  await begin(site, 'stream')
  const page = await open('stream')
  await page.getByRole('article', { name: 'The beginning' }).waitFor()
  const seen = page.evaluate(
    () =>
      new Promise((resolve) => {
        const steps = new Set()
        new MutationObserver(() => {
          for (const each of document.querySelectorAll('.running-steps li'))
            steps.add(each.querySelector('.roll') ? 'roll' : each.textContent.replace(/[^a-zA-Z ]/g, '').trim())
          if (document.querySelector('[aria-label="Turn 1"]')) resolve([...steps])
        }).observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
  )
  await page.keyboard.press('i')
  await page.keyboard.type('I say hello, as if the seat had only just become free.')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'The turn that is played now' }).getByText('I say hello').waitFor()
  await page.locator('.running .roll').waitFor()
  await record(page, 'story-streams')
  const steps = await seen
  for (const step of ['the rules are asked', 'roll', 'Emil acts', 'the narrator writes'])
    assert.ok(steps.includes(step), `${step} in ${steps.join(', ')}`)
  assert.equal(await page.getByLabel('What you do or say').inputValue(), '')
  await turn(page, 1).waitFor()
  assertClean(page)
})

test('undo, redo and retry, by keyboard', async () => {
  await begin(site, 'back')
  await say(site, 'back', 'I say hello, as if the seat had only just become free.', 'b1')
  const page = await open('back')
  await turn(page, 1).waitFor()
  await page.keyboard.press('z')
  await turn(page, 1).waitFor({ state: 'detached' })
  await page.getByLabel(/also what was taken back \(1\)/).check()
  await turn(page, 1).getByText('taken back').waitFor()
  await page.getByLabel(/also what was taken back/).uncheck()
  await page.getByRole('heading', { name: 'back' }).click()
  await page.keyboard.press('y')
  await turn(page, 1).waitFor()
  const told = () => turn(page, 1).locator('.told').textContent()
  const dice = () => turn(page, 1).getByRole('img', { name: /2d6/ }).getAttribute('aria-label')
  const before = await dice()
  await page.keyboard.press('r')
  await page.getByLabel(/also what was taken back \(1\)/).waitFor()
  await turn(page, 1).waitFor()
  assert.equal(await dice(), before, 'the same dice')
  assert.ok(await told())
  await page.keyboard.press('R')
  await page.getByLabel(/also what was taken back \(2\)/).waitFor()
  assertClean(page)
})

test('branches off, replays, ends', async () => {
  await begin(site, 'fork')
  await say(site, 'fork', 'I say hello, as if the seat had only just become free.', 'c1')
  const page = await open('fork')
  await turn(page, 1).waitFor()
  await page.keyboard.press('p')
  await page.getByText('1 turn played again: all come out the same').waitFor()
  await turn(page, 1).getByText('comes out the same').waitFor()
  await page.keyboard.press('b')
  await page.getByLabel('Name of the new session').fill('fork-two')
  await assertAccessible(page, 'the form for a branch')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'to the branch fork-two' }).click()
  await page.getByRole('heading', { name: 'fork-two' }).waitFor()
  await turn(page, 1).waitFor()
  await page.getByRole('button', { name: 'End …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await page.getByText('The story has ended.').waitFor()
  assert.equal(await page.getByLabel('What you do or say').count(), 0)
  await page.goBack()
  await turn(page, 1).getByRole('link', { name: 'branch' }).waitFor()
  assertClean(page)
})

test('begins a story, and says why it cannot', async () => {
  await site.session('empty')
  const page = await open('empty')
  await page.getByText('No story is played in this session.').waitFor()
  await page.getByLabel('Begin one with the scenario').fill('nowhere')
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .getByText(/nowhere/)
    .waitFor()
  await assertAccessible(page, 'a session without a story')
  await page.getByLabel('Begin one with the scenario').fill('twelve-minutes-to-harrow-quay')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'The beginning' }).waitFor()
})

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 720 } }],
])
  test(`is readable ${name}`, async () => {
    const page = await open('train', options)
    await turn(page, 2).waitFor()
    await page.getByText('minutes left').waitFor()
    await assertAccessible(page, name)
    await assertFits(page, name)
    await record(page, `story-${name.replaceAll(' ', '-')}`)
    assertClean(page)
  })

test('what players write is only ever text', async () => {
  await begin(site, 'hostile')
  const hostile = '<img src=x onerror=alert(1)> \u202e<b>x</b> javascript:alert(2)'
  await say(site, 'hostile', hostile, 'h1')
  const page = await open('hostile')
  await turn(page, 1).getByText('<img src=x onerror=alert(1)>').first().waitFor()
  await turn(page, 1).getByText('\\u{202E}').first().waitFor()
  assert.equal(await page.locator('#page img, #page b > b, bdi :not(.escape)').count(), 0)
  assert.equal(await page.evaluate(() => document.body.innerText.includes('\u202e')), false)
  assertClean(page)
})
