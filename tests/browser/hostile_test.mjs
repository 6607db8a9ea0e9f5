// Text that agents wrote is only ever text: in names, messages, artifacts, graphs, hints, wherever the page shows it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { assertAccessible, assertClean, assertFits, Browser } from './browser.mjs'
import { Site } from './site.mjs'

const corpus = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '"><svg onload=alert(3)>',
  "javascript:alert(4)//'",
  '</textarea><iframe srcdoc="<script>parent.alert(5)</script>">',
  '{{constructor.constructor("alert(6)")()}}',
  '<a href="javascript:alert(7)">x</a>',
  '<style>*{display:none}</style>',
  '\u202egnp.exe\u2066\u200b',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(8)>',
  '__proto__',
  '\u0000\u001b[31m\ufffe',
]
const unprintable = /[\u0000-\u001f\u200b-\u2069]/
// What a file name can hold.
const names = corpus.map((each) => each.replace(/[/\u0000]/g, '∕'))

let site, browser
before(async () => {
  site = await Site.start()
  browser = await Browser.start()
  for (const [i, name] of names.entries()) {
    await site.session(name, {
      version: 1,
      [corpus[i]]: { [corpus[i]]: corpus[i] },
      entities: corpus.map((text, k) => ({ id: `${k} ${text}`, name: text, type: text, note: text })),
      relationships: [{ from: `0 ${corpus[0]}`, to: `1 ${corpus[1]}`, type: corpus[i] }],
    })
    // The API names files printably, and finds those with such characters no more.
    const file = unprintable.test(name) ? 'x' : name.slice(0, 60)
    await site.refuse(name, 'mallory', `${file}.json`, `{${JSON.stringify(corpus[i])}: ${corpus[i]}`)
  }
})
after(async () => {
  await browser?.stop()
  await site?.stop()
})
afterEach(() => browser.clear())

/** No element came of text, nothing ran, and no character reorders others. */
async function assertOnlyText(page, where) {
  const made = await page.evaluate(() => ({
    elements: document.querySelectorAll(
      '#page :is(script, iframe, svg, math, img, style, object, embed, form[action])',
    ).length,
    links: [...document.querySelectorAll('a')].filter((each) => each.protocol === 'javascript:').length,
    hidden: /[\u202a-\u202e\u2066-\u2069\u200b]/.test(document.body.innerText + document.title),
    attributes: [...document.querySelectorAll('[title], [aria-label]')].some((each) =>
      /[\u202a-\u202e\u2066-\u2069]/.test(`${each.title} ${each.ariaLabel}`),
    ),
  }))
  assert.deepEqual(made, { elements: 0, links: 0, hidden: false, attributes: false }, where)
  assertClean(page)
}

const visit = (page, path) => page.evaluate((to) => (location.hash = to), path)

test('Now and the sessions', async () => {
  const page = await browser.open(site.url)
  await page.getByText('<script>alert(1)<∕script>').first().waitFor()
  await page.getByText('\\u{202E}gnp.exe\\u{2066}\\u{200B}').first().waitFor()
  await assertOnlyText(page, 'Now')
  await assertAccessible(page, 'Now')
  await visit(page, '#/sessions')
  await page.getByText('{{constructor.constructor').waitFor()
  await assertOnlyText(page, 'Sessions')
})

for (const [i, name] of names.entries())
  test(`a session and a signal: ${JSON.stringify(name)}`, async () => {
    const page = await browser.open(site.url, i % 2 ? { viewport: { width: 360, height: 720 } } : {})
    const base = `#/s/${encodeURIComponent(site.id(name))}`
    await visit(page, `${base}/signal/mallory.kg`)
    await page.locator('.source .finding').first().waitFor()
    await assertOnlyText(page, 'the signal')
    await assertFits(page, 'the signal')
    await page.getByRole('button', { name: 'Fix …' }).click()
    await page.getByText(/to repair/).waitFor()
    await assertOnlyText(page, 'the editor')
    await page.getByRole('button', { name: 'Leave it' }).click()
    await page.getByRole('button', { name: 'Hint …' }).click()
    const hint = unprintable.test(corpus[i]) ? 'x' : corpus[i] + ' x' // a hint must be printable
    await page.getByLabel(/What the agent should know/).fill(hint)
    await page.getByRole('button', { name: 'Send the hint' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: 'Attempts' }).click()
    await page.getByRole('region', { name: 'Hints' }).waitFor()
    await assertOnlyText(page, 'attempts')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('list', { name: 'History' }).waitFor()
    await assertOnlyText(page, 'history')
    await visit(page, `${base}/graph`)
    await page.locator('.entity-row').first().click()
    await page.locator('.entity .link').first().waitFor()
    await assertOnlyText(page, 'the graph')
    await assertFits(page, 'the graph')
    await visit(page, `${base}/tree`)
    await page.locator('.tree details details').first().waitFor()
    await page.locator('.tree summary').nth(1).click()
    await page.locator('.origin').waitFor() // the page has asked who wrote it
    await page.locator('.tree summary').last().hover()
    await assertOnlyText(page, 'the tree')
    await assertFits(page, 'the tree')
    await visit(page, base)
    await page.getByRole('list', { name: 'Signals' }).waitFor()
    await assertOnlyText(page, 'signals')
    await page.context().close()
  })

test('the policy forbids what text must not do', async () => {
  const page = await browser.open(site.url)
  const tried = await page.evaluate(async () => {
    const attempts = {
      html: () => (document.createElement('div').innerHTML = '<b>x</b>'),
      script: () => (document.createElement('script').textContent = '1'),
      elsewhere: () => fetch('https://artifactd.invalid/'),
    }
    const refused = []
    for (const [name, attempt] of Object.entries(attempts))
      try {
        await attempt()
      } catch {
        refused.push(name)
      }
    return refused
  })
  assert.deepEqual(tried, ['html', 'script', 'elsewhere'])
})
