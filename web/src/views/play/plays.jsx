// The games and plays of a session, and what players reported about them.
import { get, getPages, ofSession } from '../../base/api.js'
import { count, when } from '../../base/format.js'
import { address } from '../../base/routes.js'
import { useDocument } from '../../base/use.js'
import { Nothing, Sign, Waiting } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { WindowList } from '../../parts/window-list.jsx'
import { Reports } from './reports.jsx'

const asked = 20 // agents that may have a game
const gameFiles = new Set(['transitions.json', 'instructions.json', 'schema.json'])

const hasGame = (session, agent) =>
  get(ofSession(session, 'signals', `${agent}.kg`, 'files')).then(
    ({ data }) => data.files.some((file) => gameFiles.has(file.name)),
    () => false,
  )

/** Agents of this session that have a game: plays name some, and any agent with work of this kind may have one. */
async function readGames(path) {
  const session = decodeURIComponent(path.split('/')[4])
  const [plays, log] = await Promise.all([
    get(ofSession(session, 'plays')),
    get(`/api/v1/log?limit=1000&session=${encodeURIComponent(session)}`),
  ])
  const names = [
    ...plays.data.plays.map((each) => each.game),
    ...log.data.events.filter((each) => each.kind === 'kg').map((each) => each.name),
  ]
  const agents = [...new Set(names.filter(Boolean))].slice(0, asked)
  const games = await Promise.all(
    agents.map(
      async (agent) => (await hasGame(session, agent)) && (await get(ofSession(session, 'games', agent))).data,
    ),
  )
  return { data: games.filter(Boolean) }
}

function Games({ session, concerns }) {
  const games = useDocument(ofSession(session, 'games'), concerns, readGames)
  if (!games.data?.length) return null
  return (
    <section aria-label="Games">
      <h2>Games</h2>
      <ul class="cards">
        {games.data.map(({ agent, phases, transitions, findings }) => {
          const errors = findings.filter((each) => each.severity === 'error').length
          return (
            <li key={agent} class="card">
              <a href={address('s', session, 'games', agent)}>
                <b>
                  <Text text={agent} />
                </b>
              </a>{' '}
              {errors > 0 && <Sign of="error">{count(errors, 'error')}</Sign>}
              <div class="quiet">
                {count(phases.length, 'phase')}, {count(transitions.length, 'transition')}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Row({ session, play }) {
  return (
    <a class="play-row" href={address('s', session, 'plays', play.id)}>
      <Text text={play.id} />
      {play.error ? (
        <Sign of="error">
          <Text text={play.error} />
        </Sign>
      ) : (
        <>
          {play.over ? (
            <Sign of="merged">over</Sign>
          ) : (
            <Sign of="working">
              <Text text={play.phase} />
            </Sign>
          )}
          {play.issues > 0 && <Sign of="error">{count(play.issues, 'issue')}</Sign>}
          <Text class="quiet" text={`${play.game}: ${play.players.join(', ')}`} />
          <time class="quiet" dateTime={play.started}>
            {when(play.started)}
          </time>
        </>
      )}
    </a>
  )
}

export default function Plays({ session }) {
  const mine = ({ name, data }) => (name === 'journal' || name === 'activity') && data.session_id === session
  const settled = ({ name, data }) => name === 'journal' && data.session_id === session && data.kind === 'kg'
  const plays = useDocument(ofSession(session, 'plays'), mine, (path) => getPages(path, 'plays'))
  if (!plays.data) return <Waiting of={plays} what="the plays" />
  const rows = [...plays.data].sort((a, b) => ((a.started ?? '') < (b.started ?? '') ? 1 : -1))
  return (
    <div class="plays">
      <Games session={session} concerns={settled} />
      <section aria-label="Plays">
        <h2>Plays</h2>
        {rows.length === 0 ? (
          <Nothing>
            No game was played here. <code>artifactctl game play</code> plays one.
          </Nothing>
        ) : (
          <WindowList
            class="short"
            label="Plays, the newest first"
            items={rows}
            height={38}
            keyOf={(row) => row.id}
            render={(row) => <Row session={session} play={row} />}
          />
        )}
      </section>
      <Reports session={session} />
    </div>
  )
}
