// A worker that finds places for the nodes of a graph, so that the page stays fluid meanwhile.
import { forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force'

const between = 40 // ms between two messages
let simulation = null

function tell(nodes, done) {
  const places = new Float32Array(nodes.length * 2)
  nodes.forEach((node, i) => {
    places[2 * i] = node.x
    places[2 * i + 1] = node.y
  })
  postMessage({ places, done }, [places.buffer])
}

/** `pairs` are indices, two for each link; `places` those that are known already (NaN: not). */
onmessage = ({ data: { count, pairs, places } }) => {
  simulation?.stop()
  const nodes = Array.from({ length: count }, (_, i) => {
    const known = places && !Number.isNaN(places[2 * i])
    return known ? { x: places[2 * i], y: places[2 * i + 1] } : {}
  })
  const links = []
  for (let i = 0; i < pairs.length; i += 2) links.push({ source: pairs[i], target: pairs[i + 1] })
  const large = count > 1000
  let told = 0
  simulation = forceSimulation(nodes)
    .force(
      'charge',
      forceManyBody()
        .strength(large ? -22 : -60)
        .theta(1.1)
        .distanceMax(large ? 240 : 500),
    )
    .force('link', forceLink(links).distance(large ? 22 : 46))
    .force('x', forceX().strength(0.04))
    .force('y', forceY().strength(0.04))
    .alphaDecay(large ? 0.05 : 0.035)
    .on('tick', () => {
      if (performance.now() - told < between) return
      told = performance.now()
      tell(nodes, false)
    })
    .on('end', () => tell(nodes, true))
}
