// A game: its phases and transitions, what is wrong with it, and the shortest way to each fault, step by step.
import { useState } from 'preact/hooks'
import { ofSession } from '../../base/api.js'
import { count } from '../../base/format.js'
import { address } from '../../base/routes.js'
import { shown } from '../../base/shown.js'
import { useDocument, useTitle } from '../../base/use.js'
import { Nothing, Sign, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { SessionFrame } from '../session/session.jsx'
import { Diagram } from './diagram.jsx'
import { GameState } from './state.jsx'
import { Stepper } from './stepper.jsx'
import { Legend, Transitions } from './transitions.jsx'

const certainty = (fault) => (
  <Sign of={fault.certain ? 'error' : 'warning'}>{fault.certain ? 'certain' : 'possible'}</Sign>
)

function FaultList({ faults, chosen, choose }) {
  return (
    <ul class="faults" aria-label="Faults">
      {faults.map((fault, i) => (
        <li key={i}>
          <button type="button" aria-pressed={i === chosen} onClick={() => choose(i)}>
            <b>{fault.type.replaceAll('_', ' ')}</b> {certainty(fault)}{' '}
            <Text class="quiet" text={fault.phase ? `in ${fault.phase}, ` : ''} />
            <span class="quiet">{count((fault.steps ?? []).length, 'step')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The phase after `at` steps: where the next one begins, and at the end where the fault shows. */
const phaseAfter = (fault, at) =>
  fault.steps[at]?.phase ?? fault.states_on_the_way[at]?.game?.currentPhase ?? fault.phase

function Way({ game, fault, faulty }) {
  const [at, go] = useState(fault.steps.length)
  const states = fault.states_on_the_way
  const transition = at > 0 ? fault.steps[at - 1].transitionId : ''
  return (
    <div class="game-columns">
      <div>
        <Diagram game={game} phase={phaseAfter(fault, at)} transition={transition} faulty={faulty} />
        <Legend />
        <Transitions game={game} transition={transition} />
      </div>
      <div>
        <p class="fault-text">
          <Text text={fault.message} />
        </p>
        <Stepper
          steps={fault.steps}
          at={at}
          go={go}
          label="The shortest way to the fault"
          marks={{ [fault.steps.length]: fault.type.replaceAll('_', ' ') }}
        />
      </div>
      <section aria-label="State">
        <h2>
          State <span class="quiet">{at === 0 ? 'before the first step' : `after step ${at}`}</span>
        </h2>
        {states[at] ? (
          <GameState state={states[at]} before={at > 0 ? states[at - 1] : null} />
        ) : (
          <Nothing>Only the first states are kept.</Nothing>
        )}
      </section>
    </div>
  )
}

function Findings({ findings }) {
  if (findings.length === 0) return null
  return (
    <details>
      <summary>{count(findings.length, 'finding')} in its artifacts</summary>
      <ul class="lines">
        {findings.map((each, i) => (
          <li key={i}>
            <Sign of={each.severity}>
              <Text text={each.message} />
            </Sign>
          </li>
        ))}
      </ul>
    </details>
  )
}

export default function Game({ session, agent }) {
  useTitle(`Game of ${shown(agent)}`)
  const mine = ({ name, data }) =>
    name === 'journal' && data.session_id === session && data.name === agent && data.kind === 'kg'
  const path = ofSession(session, 'games', agent)
  const game = useDocument(path, mine)
  const faults = useDocument(`${path}/faults`, mine)
  const [chosen, choose] = useState(0)
  const list = faults.data?.faults ?? []
  const index = Math.min(chosen, list.length - 1)
  const faulty = [...new Set(list.map(({ phase }) => phase))]
  return (
    <SessionFrame session={session} tab="plays">
      <div class="title-line">
        <h2>
          <Text text={agent} />
        </h2>
        <a href={address('s', session, 'plays')}>all plays</a>
        <span role="status">
          {faults.data &&
            (list.length === 0 ? (
              <Sign of="ok">no fault found</Sign>
            ) : (
              <Sign of="error">{count(list.length, 'fault')}</Sign>
            ))}{' '}
          {faults.data && (
            <span class="quiet">
              {faults.data.complete ? 'all of' : 'the first'} {count(faults.data.states, 'state')} searched
            </span>
          )}
        </span>
      </div>
      {!game.data ? (
        <Waiting of={game} what="the game" />
      ) : (
        <>
          <Findings findings={game.data.findings} />
          {!faults.data && <Waiting of={faults} what="its faults" />}
          {list.length > 1 && <FaultList faults={list} chosen={index} choose={choose} />}
          {list.length > 0 ? (
            <>
              {list.length === 1 && (
                <p>
                  <b>{list[0].type.replaceAll('_', ' ')}</b> {certainty(list[0])}
                </p>
              )}
              <Way
                key={index}
                game={game.data}
                fault={{ steps: [], states_on_the_way: [], ...list[index] }}
                faulty={faulty}
              />
            </>
          ) : (
            <div class="game-columns">
              <Diagram game={game.data} />
              <div>
                <Legend />
                <Transitions game={game.data} />
              </div>
            </div>
          )}
        </>
      )}
    </SessionFrame>
  )
}
