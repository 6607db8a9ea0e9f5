// A knowledge graph as nodes and links, whatever its members are called: entities have an id, relationships two ends.
import { shown } from '../../../base/shown.js'

const ends = [
  ['from', 'to'],
  ['source', 'target'],
  ['subject', 'object'],
  ['source_id', 'target_id'],
  ['from_id', 'to_id'],
]

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
const textOf = (value) => (isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value))

function endsOf(link) {
  const pair = ends.find(([a, b]) => link[a] !== undefined && link[b] !== undefined)
  return pair ? [textOf(link[pair[0]]), textOf(link[pair[1]])] : null
}

/** { nodes, links, types, byId }; a node is { index, id, name, type, degree, data, links }. */
export function modelOf(graph) {
  const nodes = []
  const byId = new Map()
  const entities = Array.isArray(graph.entities) ? graph.entities.filter(isObject) : []
  for (const data of entities) {
    const id = textOf(data.id ?? data.name ?? nodes.length)
    if (byId.has(id)) continue
    const node = {
      index: nodes.length,
      id,
      name: shown(textOf(data.name ?? data.label ?? id)),
      degree: 0,
      data,
      links: [],
    }
    node.type = shown(textOf(data.type ?? data.kind ?? 'entity'))
    byId.set(id, node)
    nodes.push(node)
  }
  const links = []
  for (const data of Array.isArray(graph.relationships) ? graph.relationships.filter(isObject) : []) {
    const pair = endsOf(data)
    const source = pair && byId.get(pair[0])
    const target = pair && byId.get(pair[1])
    if (!source || !target) continue
    const link = { source, target, type: shown(textOf(data.type ?? data.relation ?? 'related to')), data }
    links.push(link)
    source.links.push(link)
    target.links.push(link)
    ++source.degree
    ++target.degree
  }
  const number = new Map()
  for (const { type } of nodes) number.set(type, (number.get(type) ?? 0) + 1)
  const types = [...number].sort((a, b) => b[1] - a[1]).map(([type, count]) => ({ type, count }))
  return { nodes, links, types, byId }
}

export const neighbours = (node) => node.links.map((link) => (link.source === node ? link.target : link.source))

/** Nodes whose name, id or type has all the words. */
export function search(nodes, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return nodes
  return nodes.filter((node) => {
    const whole = `${node.name} ${node.id} ${node.type}`.toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}
