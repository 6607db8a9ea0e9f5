// The knowledge graph as a picture. The list beside it has the same entities, for the keyboard and for screen readers.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { ofSession } from '../../../base/api.js'
import { count } from '../../../base/format.js'
import { useKeys } from '../../../base/keys.js'
import { useDocument } from '../../../base/use.js'
import { Nothing, Waiting } from '../../../parts/small.jsx'
import { Text } from '../../../parts/text.jsx'
import { WindowList } from '../../../parts/window-list.jsx'
import { Canvas } from './canvas.jsx'
import { Entity } from './entity.jsx'
import { modelOf, neighbours, search } from './model.js'
import { shapes } from './shapes.js'

const drawnAtMost = 5000

function Types({ types }) {
  return (
    <ul class="types" aria-label="Types">
      {types.slice(0, shapes.length - 1).map(({ type, count: number }, i) => (
        <li key={type}>
          <span aria-hidden="true" class={`shape-${i}`}>
            {shapes[i].sign}
          </span>{' '}
          {type} <span class="quiet">{number}</span>
        </li>
      ))}
      {types.length >= shapes.length && (
        <li>
          <span aria-hidden="true" class="shape-5">
            {shapes.at(-1).sign}
          </span>{' '}
          others
        </li>
      )}
    </ul>
  )
}

/** Which nodes are drawn: all, or those that were asked for by id. */
function useVisible(model) {
  const [ids, setIds] = useState(null)
  const visible = useMemo(() => {
    if (ids) return model.nodes.filter((node) => ids.has(node.id))
    if (model.nodes.length <= drawnAtMost) return model.nodes
    return [...model.nodes].sort((a, b) => b.degree - a.degree).slice(0, drawnAtMost)
  }, [model, ids])
  const around = (node) => new Set([node, ...neighbours(node)].map((each) => each.id))
  return {
    visible,
    partial: ids !== null,
    all: () => setIds(null),
    only: (node) => setIds(around(node)),
    expand: (node) => setIds(new Set([...(ids ?? visible.map((each) => each.id)), ...around(node)])),
  }
}

function Explorer({ model }) {
  const [wanted, setWanted] = useState('')
  const [id, select] = useState(null)
  const selected = id === null ? null : model.byId.get(id)
  const sight = useVisible(model)
  const found = useMemo(() => search(model.nodes, wanted), [model, wanted])
  const choose = (node) => {
    select(node?.id ?? null)
    if (node && !sight.visible.includes(node)) sight.expand(node)
  }
  useKeys('The graph', {
    '/': { does: 'Search', run: () => document.getElementById('search').focus() },
    o: { does: 'Show only the chosen entity and its neighbours', run: () => selected && sight.only(selected) },
    e: { does: 'Expand: add the neighbours of the chosen entity', run: () => selected && sight.expand(selected) },
    a: { does: 'Show all', run: sight.all },
  })
  useEffect(() => {
    if (id !== null && !selected) select(null)
  }, [model])

  return (
    <div class="graph-columns">
      <div>
        <Canvas
          model={model}
          visible={sight.visible}
          selected={selected}
          found={wanted ? found : null}
          onSelect={choose}
          onExpand={sight.expand}
        />
        <Types types={model.types} />
      </div>
      <div>
        <label class="search">
          <span class="unseen">Search entities</span>
          <input
            id="search"
            type="search"
            placeholder="Search  /"
            value={wanted}
            onInput={(event) => setWanted(event.target.value)}
          />
        </label>
        <p class="quiet" role="status">
          {count(found.length, 'entity', 'entities')}
          {sight.visible.length < model.nodes.length && `, ${sight.visible.length.toLocaleString('en')} drawn`}{' '}
          {(sight.partial || sight.visible.length < model.nodes.length) && (
            <button onClick={sight.all}>Show all</button>
          )}
        </p>
        {selected && (
          <Entity
            node={selected}
            onSelect={choose}
            onOnly={() => sight.only(selected)}
            onExpand={() => sight.expand(selected)}
            onClose={() => select(null)}
          />
        )}
        <WindowList
          class={selected ? 'short' : 'tall'}
          label="Entities"
          items={found}
          height={34}
          keyOf={(node) => node.id}
          render={(node) => (
            <button class="plain entity-row" aria-pressed={node === selected} onClick={() => choose(node)}>
              <Text text={node.name} /> <span class="quiet">{node.type}</span>
            </button>
          )}
        />
      </div>
    </div>
  )
}

export default function Graph({ session }) {
  const graph = useDocument(
    ofSession(session, 'graph'),
    ({ name, data }) => name === 'journal' && data.session_id === session && data.outcome === 'merged',
  )
  const model = useMemo(() => (graph.data ? modelOf(graph.data.graph) : null), [graph.data])
  if (!model) return <Waiting of={graph} what="the graph" />
  if (model.nodes.length === 0) return <Nothing>This graph has no entities; the tree shows what it has.</Nothing>
  return <Explorer model={model} />
}
