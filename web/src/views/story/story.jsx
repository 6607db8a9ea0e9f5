// A story: what was told so far and what is played now; beside it the scene, the relations, the memories.
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { get, ofSession } from '../../base/api.js'
import { useKeys } from '../../base/keys.js'
import { address } from '../../base/routes.js'
import { idOf } from '../../base/sessions.js'
import { useDocument } from '../../base/use.js'
import { Sign, Waiting } from '../../parts/small.jsx'
import { Tabs } from '../../parts/tabs.jsx'
import { Actions } from './actions.jsx'
import { Begin } from './begin.jsx'
import { Composer } from './composer.jsx'
import { Memories } from './memories.jsx'
import { Relations } from './relations.jsx'
import { Scene } from './scene.jsx'
import { useSteps } from './steps.js'
import { Running, Turn } from './turn.jsx'

const atFirst = 40 // turns

/** With the turns that were taken back; where only files are read, there are none. */
const readLog = (path) =>
  get(`${path}&tree=true`).catch((error) => (error.status === 404 ? Promise.reject(error) : get(path)))

/** Branches of a turn, as links. */
function Branches({ ids, stories }) {
  const known = ids
    .map((id) => stories.find((each) => each.session_id === id))
    .map((each) => each && (each.id || idOf(each.session.replace(/^\/+/, '/'))))
    .filter(Boolean)
  return known.map((id, i) => (
    <a key={id} href={address('s', id, 'story')}>
      branch {known.length > 1 ? i + 1 : ''}
    </a>
  ))
}

function useStory(session) {
  const mine = ({ name, data }) => name === 'journal' && data.kind === 'turn' && data.session_id === session
  const [limit, setLimit] = useState(atFirst)
  const log = useDocument(`${ofSession(session, 'turns')}?limit=${limit}`, mine, readLog)
  const stories = useDocument('/api/v1/stories?limit=1000', mine)
  const earlier = log.data?.before != null && (() => setLimit((before) => Math.min(1000, before + 100)))
  return { log, earlier, mine, stories: stories.data?.stories ?? [] }
}

function Aside({ session, turn, mine, characters, nameOf }) {
  const [tab, chooseTab] = useState(0)
  const at = turn == null ? '' : `?turn=${turn}`
  const scene = useDocument(`${ofSession(session, 'story', 'scene')}${at}`, mine)
  const now = scene.data?.scenes[0]
  const present = now?.state_json?.present ?? []
  const panels = [
    [
      'Scene',
      () =>
        now ? (
          <Scene state={now.state_json} present={present} nameOf={nameOf} />
        ) : (
          <Waiting of={scene} what="the scene" />
        ),
    ],
    [
      'Relations',
      () =>
        now ? (
          <Relations relations={now.relations} present={present} nameOf={nameOf} />
        ) : (
          <Waiting of={scene} what="the relations" />
        ),
    ],
    ['Memories', () => <Memories session={session} turn={turn} characters={characters} concerns={mine} />],
  ]
  return (
    <aside class="story-aside" aria-label="The state of the story">
      <Tabs tabs={panels} label="The state of the story" chosen={tab} choose={chooseTab} />
    </aside>
  )
}

function Told({ document, stories, steps, said, replayed, undoneToo, choose, chosen, nameOf }) {
  const tree = useMemo(() => new Map((document.tree ?? []).map((row) => [row.scene_id, row])), [document])
  const isUndone = (scene) => tree.get(scene.scene_id)?.undone_at != null
  const scenes = document.scenes.filter((scene) => undoneToo || !isUndone(scene))
  const running = Object.entries(steps)
  return (
    <div class="turns" role="log" aria-label="The story">
      {scenes.map((scene) => (
        <Turn
          key={scene.scene_id}
          scene={scene}
          undone={isUndone(scene)}
          nameOf={nameOf}
          dice={document.dice.filter((roll) => roll.scene_id === scene.scene_id)}
          replayed={!isUndone(scene) && replayed[scene.scene_index]}
          branches={<Branches ids={tree.get(scene.scene_id)?.branches ?? []} stories={stories} />}
        >
          {!isUndone(scene) && (
            <button
              type="button"
              class="link"
              aria-pressed={chosen === scene.scene_index}
              onClick={() => choose(chosen === scene.scene_index ? null : scene.scene_index)}
            >
              {chosen === scene.scene_index ? 'back to now' : 'as it was then'}
            </button>
          )}
        </Turn>
      ))}
      {running.map(([name, taken]) => (
        <Running key={name} said={running.length === 1 ? said : ''} steps={taken} nameOf={nameOf} />
      ))}
      {running.length === 0 && said && <Running said={said} steps={[]} nameOf={nameOf} />}
    </div>
  )
}

const UndoneToo = ({ number, shown, show }) => (
  <label>
    <input type="checkbox" checked={shown} onChange={(event) => show(event.target.checked)} /> also what was taken back
    ({number})
  </label>
)

/** In another session, nothing of the former one is left. */
export default ({ session }) => <Story key={session} session={session} />

function Story({ session }) {
  const { log, earlier, mine, stories } = useStory(session)
  const steps = useSteps(session)
  const [said, setSaid] = useState('')
  const [chosen, choose] = useState(null) // a turn; null: now
  const [undoneToo, setUndoneToo] = useState(false)
  const [replayed, setReplayed] = useState({})
  const end = useRef()
  const { data } = log
  const names = useMemo(() => new Map((data?.characters ?? []).map(({ id, name }) => [id, name])), [data])
  const nameOf = useCallback((id) => names.get(id) ?? id, [names])

  // The newest is what people read; if they have scrolled up, they stay there.
  const many = `${data?.scenes.at(-1)?.scene_id} ${Object.values(steps).flat().length} ${said}`
  const follow = useRef(true)
  useEffect(() => {
    const look = () => (follow.current = innerHeight + scrollY > document.body.scrollHeight - 160)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  useEffect(() => {
    if (data && follow.current) end.current?.scrollIntoView({ block: 'end' })
  }, [many])
  useKeys('Story', { i: { does: 'Say something', run: () => document.getElementById('say')?.focus() } })

  if (!data)
    return log.error?.status === 404 ? (
      <Begin session={session} onDone={log.reload} />
    ) : (
      <Waiting of={log} what="the story" />
    )
  const undone = (data.tree ?? []).filter((row) => row.undone_at != null)
  const done = () => {
    setSaid('')
    log.reload()
  }
  return (
    <div class="story-columns">
      <div class="story">
        <Actions
          session={session}
          story={data}
          undone={undone}
          replayed={replayed}
          onReplayed={setReplayed}
          onDone={done}
        />
        <div class="actions story-options">
          {earlier && (
            <button type="button" onClick={earlier}>
              Earlier turns
            </button>
          )}
          {undone.length > 0 && <UndoneToo number={undone.length} shown={undoneToo} show={setUndoneToo} />}
        </div>
        <Told
          document={data}
          stories={stories}
          steps={steps}
          said={said}
          replayed={replayed}
          undoneToo={undoneToo}
          choose={choose}
          chosen={chosen}
          nameOf={nameOf}
        />
        {data.ended ? (
          <p>
            <Sign of="merged">The story has ended.</Sign>
          </p>
        ) : (
          <Composer session={session} scene={data.scene_index} onBegin={setSaid} onEnd={done} />
        )}
        <div ref={end} />
      </div>
      <div>
        {chosen != null && (
          <p class="then">
            <Sign of="pending">as it was after turn {chosen}</Sign>{' '}
            <button type="button" class="link" onClick={() => choose(null)}>
              back to now
            </button>
          </p>
        )}
        <Aside session={session} turn={chosen} mine={mine} characters={data.characters} nameOf={nameOf} />
      </div>
    </div>
  )
}
