// A site on which a story is played, with the scripted model of the examples.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually, Site } from './site.mjs'

export const examples = join(dirname(fileURLToPath(import.meta.url)), '../../examples')

// The page shows what changes about ten times a second: the model takes longer, so that each step is seen.
const settings = `[turn]
small = "scripted"
large = "scripted"
[models.scripted]
kind = "command"
free = true
at_once = 16
command = ["/bin/sh", "-c", "sleep 0.2; exec ${examples}/turns/model.py"]
`

/** `more` are further settings. */
export async function storySite(more = '') {
  const site = await Site.start(settings + more)
  await site.ctl('turn', 'import', `${examples}/turns/last-stop`)
  return site
}

export async function begin(site, session) {
  const path = await site.session(session)
  await site.ctl(
    'turn',
    'begin',
    path,
    '--scenario',
    'twelve-minutes-to-harrow-quay',
    '--seed',
    'ferry',
    '--id',
    'begin',
  )
  return path
}

/** Plays a turn over HTTP, and waits until it is written. */
export async function say(site, session, text, id) {
  const path = `/api/v1/sessions/${site.id(session)}/turns`
  await fetch(site.address + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${site.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ user_action_id: id, text }),
  })
  return eventually(async () => {
    const answer = await site.get(`${path}/${id}`)
    return answer.narration_text && answer
  }, `the turn ${id} is written`)
}
