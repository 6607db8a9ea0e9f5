// The canvas, and what fingers, mice and keys do on it.
import { useEffect, useRef } from 'preact/hooks'
import { startWorker } from '../../../base/workers.js'
import { Picture } from './picture.js'

/** Places of all nodes of the model; those of before stay where they are. */
function startingPlaces(model, before) {
  const places = new Float32Array(model.nodes.length * 2).fill(NaN)
  for (const node of model.nodes) {
    const old = before?.model.byId.get(node.id)
    if (!old) continue
    places[2 * node.index] = before.places[2 * old.index]
    places[2 * node.index + 1] = before.places[2 * old.index + 1]
  }
  return places
}

function useLayout(model, canvas, picture) {
  const known = useRef(null)
  useEffect(() => {
    const places = startingPlaces(model, known.current)
    known.current = { model, places }
    picture.current.set(model, picture.current.visible.map((node) => model.byId.get(node.id)).filter(Boolean), places)
    const worker = startWorker('graph-worker.js')
    worker.onmessage = ({ data }) => {
      known.current = { model, places: data.places }
      picture.current?.move(data.places)
      if (!data.done) return
      canvas.current.dataset.settled = 'true'
      worker.terminate()
    }
    const pairs = Uint32Array.from(model.links.flatMap(({ source, target }) => [source.index, target.index]))
    worker.postMessage({ count: model.nodes.length, pairs, places })
    return () => worker.terminate()
  }, [model])
  return known
}

/** Drags, pinches, wheel. */
function listenToPointers(canvas, picture, choose, expand) {
  const held = new Map()
  let moved = 0
  const at = (event) => {
    const box = canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  const spread = () => {
    const [[ax, ay], [bx, by]] = [...held.values()]
    return Math.hypot(ax - bx, ay - by)
  }
  canvas.onpointerdown = (event) => {
    canvas.setPointerCapture(event.pointerId)
    held.set(event.pointerId, at(event))
    moved = 0
  }
  canvas.onpointermove = (event) => {
    if (!held.has(event.pointerId)) {
      canvas.style.cursor = picture.nodeAt(...at(event)) ? 'pointer' : 'grab'
      return
    }
    const [x, y] = held.get(event.pointerId)
    const [nx, ny] = at(event)
    const before = held.size === 2 ? spread() : 0
    held.set(event.pointerId, [nx, ny])
    moved += Math.abs(nx - x) + Math.abs(ny - y)
    if (held.size === 2 && before > 0) picture.zoom(spread() / before, nx, ny)
    else if (moved > 3) picture.pan(nx - x, ny - y)
  }
  canvas.onpointerup = canvas.onpointercancel = (event) => {
    held.delete(event.pointerId)
    if (event.type === 'pointerup' && moved <= 3) choose(picture.nodeAt(...at(event)))
  }
  canvas.ondblclick = (event) => {
    const node = picture.nodeAt(...at(event))
    if (node) expand(node)
  }
  const wheel = (event) => {
    event.preventDefault()
    picture.zoom(Math.exp(-event.deltaY * 0.0015), ...at(event))
  }
  canvas.addEventListener('wheel', wheel, { passive: false })
}

const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }

export function Canvas({ model, visible, selected, found, onSelect, onExpand }) {
  const canvas = useRef()
  const picture = useRef(null)
  const acts = useRef({})
  acts.current = { onSelect, onExpand }

  useEffect(() => {
    const made = new Picture(canvas.current, model, visible, startingPlaces(model))
    picture.current = made
    listenToPointers(
      canvas.current,
      made,
      (node) => acts.current.onSelect(node),
      (node) => acts.current.onExpand(node),
    )
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(canvas.current)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const repaint = () => made.draw()
    dark.addEventListener('change', repaint)
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', repaint)
      made.end()
      picture.current = null
    }
  }, [])
  const known = useLayout(model, canvas, picture)
  useEffect(() => {
    picture.current.set(model, visible, known.current.places)
    if (visible.length < model.nodes.length) picture.current.fit(true)
  }, [visible])
  useEffect(() => {
    picture.current.selected = selected
    picture.current.found = found && new Set(found)
    if (selected) picture.current.show(selected)
    picture.current.draw()
  }, [selected, found])

  const keys = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      '+': () => picture.current.zoom(1.25),
      '-': () => picture.current.zoom(0.8),
      0: () => picture.current.fit(),
    }[event.key]
    if (steps[event.key]) picture.current.pan(...steps[event.key])
    else if (act) act()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      class="canvas-box"
      tabIndex={0}
      role="application"
      onKeyDown={keys}
      aria-label="Picture of the graph. Arrow keys move it, + and - zoom, 0 fits it in. The list has the same entities."
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${visible.length} entities and ${model.links.length} relationships`}
      />
      <div class="zoom">
        <button aria-label="Zoom in" onClick={() => picture.current.zoom(1.25)}>
          +
        </button>
        <button aria-label="Zoom out" onClick={() => picture.current.zoom(0.8)}>
          −
        </button>
        <button aria-label="Fit in" onClick={() => picture.current.fit()}>
          ⤢
        </button>
      </div>
    </div>
  )
}
