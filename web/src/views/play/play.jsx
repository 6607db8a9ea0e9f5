// A play: its steps with the state after each, what went wrong in it, what players say about it.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { get, ofSession } from '../../base/api.js'
import { useKeys } from '../../base/keys.js'
import { address } from '../../base/routes.js'
import { shown } from '../../base/shown.js'
import { useDocument, useTitle } from '../../base/use.js'
import { Problem, Sign, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { SessionFrame } from '../session/session.jsx'
import { Diagram } from './diagram.jsx'
import { ReportForm } from './report-form.jsx'
import { Reports } from './reports.jsx'
import { GameState } from './state.jsx'
import { Stepper } from './stepper.jsx'
import { Legend, Transitions } from './transitions.jsx'

/** All lines, page by page; the rest is of the last page. */
async function readPlay(path) {
  const lines = []
  let after = 0
  let data
  do {
    data = (await get(`${path}?limit=1000&after=${after}`)).data
    lines.push(...data.lines)
    after = data.next
  } while (after)
  return { data: { ...data, lines } }
}

/** States after steps, each fetched once: the one at `at`, and the one before it. */
function useStates(path, at, known) {
  const [states, setStates] = useState({})
  const [error, setError] = useState(null)
  useEffect(() => setStates({}), [known])
  useEffect(() => {
    let current = true
    const soon = setTimeout(async () => {
      for (const step of [at, at - 1].filter((each) => each > 0 && !states[each]))
        await get(`${path}/steps/${step}`).then(
          ({ data }) => current && setStates((before) => ({ ...before, [step]: data })),
          (problem) => current && setError(problem),
        )
    }, 80)
    return () => {
      current = false
      clearTimeout(soon)
    }
  }, [path, at, known])
  return { states, error }
}

/** { step: what is wrong with it } */
function marksOf(play) {
  const marks = {}
  for (const each of play.departures) marks[each.step] = each.what
  for (const each of play.issues) marks[each.step] = each.message
  return marks
}

function Steps({ session, path, play }) {
  const lines = play.lines
  const [chosen, choose] = useState(null) // null: the newest
  const [reporting, report] = useState(false)
  const at = Math.min(chosen ?? lines.length, lines.length)
  const { states, error } = useStates(path, at, lines.length)
  const game = useDocument(ofSession(session, 'games', play.game))
  const marks = useMemo(() => marksOf(play), [play])
  useKeys('This play', { r: { does: 'Report what is wrong', run: () => report(true) } })
  const line = lines[at - 1]
  const state = states[at]?.state
  const phase = line?.phaseAfter ?? lines[0]?.phaseBefore
  return (
    <>
      <div class="game-columns">
        <div>
          {game.data && (
            <>
              <Diagram
                game={game.data}
                phase={phase}
                transition={line?.transitionId}
                faulty={play.issues.map((each) => each.currentPhase)}
              />
              <Legend />
              <Transitions game={game.data} transition={line?.transitionId} />
            </>
          )}
          {game.error && <p class="quiet">The session no longer has this game.</p>}
        </div>
        <Stepper
          steps={lines}
          at={at}
          go={(next) => choose(next === lines.length ? null : next)}
          marks={marks}
          label="The steps of the play"
        />
        <section aria-label="State">
          <h2>
            State <span class="quiet">{at === 0 ? 'before the first step' : `after step ${at}`}</span>
          </h2>
          <Problem error={error} />
          {state ? (
            <GameState state={state} before={states[at - 1]?.state} />
          ) : (
            at > 0 &&
            !error && (
              <p class="quiet" aria-busy="true">
                …
              </p>
            )
          )}
        </section>
      </div>
      <div class="actions play-actions">
        <button onClick={() => report(true)}>Report what is wrong …</button>
      </div>
      {reporting && (
        <ReportForm
          session={session}
          play={play.id}
          players={play.players}
          step={chosen ?? 0}
          onClose={() => report(false)}
        />
      )}
    </>
  )
}

export default function Play({ session, play }) {
  useTitle(`Play ${shown(play)}`)
  const path = ofSession(session, 'plays', play)
  const mine = ({ name, data }) => name === 'journal' && data.session_id === session
  const document = useDocument(path, mine, readPlay)
  const { data } = document
  return (
    <SessionFrame session={session} tab="plays">
      <div class="title-line">
        <h2>
          <Text text={play} />
        </h2>
        <a href={address('s', session, 'plays')}>all plays</a>
        {data && (
          <span>
            <a href={address('s', session, 'games', data.game)}>
              <Text text={data.game} />
            </a>{' '}
            <Text class="quiet" text={data.players.join(', ')} />{' '}
            {data.over ? (
              <Sign of="merged">over</Sign>
            ) : (
              <Sign of="working">
                <Text text={`in ${data.phase}`} />
              </Sign>
            )}
          </span>
        )}
      </div>
      {data ? <Steps session={session} path={path} play={data} /> : <Waiting of={document} what="the play" />}
      <Reports session={session} play={play} />
    </SessionFrame>
  )
}
