// The graph on a canvas: drawn when something has changed, at most once a frame.
import { shapes } from './shapes.js'

const labelsAtMost = 70
const near = 12 // pixels around the pointer

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

export class Picture {
  view = { x: 0, y: 0, scale: 1 }
  selected = null
  found = null // a Set of nodes, or null: all
  #frame = 0
  #fitted = false

  constructor(canvas, model, visible, places) {
    this.canvas = canvas
    this.context = canvas.getContext('2d')
    this.set(model, visible, places)
  }

  /** `visible` is the list of nodes that are drawn; `places` has two numbers for each node of the model. */
  set(model, visible, places) {
    this.model = model
    this.visible = visible
    this.shown = new Set(visible)
    this.links = model.links.filter(({ source, target }) => this.shown.has(source) && this.shown.has(target))
    this.places = places
    this.byType = model.types.map(({ type }) => visible.filter((node) => node.type === type))
    this.labelled = [...visible].sort((a, b) => b.degree - a.degree)
    this.draw()
  }

  move(places) {
    this.places = places
    if (!this.#fitted) this.fit()
    this.draw()
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas
    const dots = Math.min(globalThis.devicePixelRatio || 1, 2)
    this.canvas.width = clientWidth * dots
    this.canvas.height = clientHeight * dots
    this.dots = dots
    this.draw()
  }

  /** All that is visible fits into the canvas; it goes on fitting until the person moves it. */
  fit(hold = false) {
    this.#fitted = hold
    const xs = this.visible.map((node) => this.places[2 * node.index]).filter(Number.isFinite)
    const ys = this.visible.map((node) => this.places[2 * node.index + 1]).filter(Number.isFinite)
    if (xs.length === 0) return
    const [left, right] = ends(xs)
    const [top, bottom] = ends(ys)
    const { clientWidth, clientHeight } = this.canvas
    const scale = Math.min(clientWidth / (right - left + 80), clientHeight / (bottom - top + 80), 2)
    this.view = {
      scale,
      x: clientWidth / 2 - (scale * (left + right)) / 2,
      y: clientHeight / 2 - (scale * (top + bottom)) / 2,
    }
    this.draw()
  }

  pan(dx, dy) {
    this.#fitted = true
    this.view.x += dx
    this.view.y += dy
    this.draw()
  }

  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    this.#fitted = true
    const scale = Math.min(8, Math.max(0.02, this.view.scale * factor))
    const real = scale / this.view.scale
    this.view = { scale, x: x - (x - this.view.x) * real, y: y - (y - this.view.y) * real }
    this.draw()
  }

  /** Brings a node to the middle. */
  show(node) {
    const [x, y] = this.#at(node)
    if (!Number.isFinite(x)) return
    this.view.scale = Math.max(this.view.scale, 0.9)
    const [nx, ny] = this.#at(node)
    this.pan(this.canvas.clientWidth / 2 - nx, this.canvas.clientHeight / 2 - ny)
  }

  nodeAt(x, y) {
    let best = null
    let least = near * near
    for (const node of this.visible) {
      const [nx, ny] = this.#at(node)
      const distance = (nx - x) ** 2 + (ny - y) ** 2
      if (distance < least) [least, best] = [distance, node]
    }
    return best
  }

  draw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#paint()
    })
  }

  end() {
    cancelAnimationFrame(this.#frame)
  }

  #at(node) {
    const { x, y, scale } = this.view
    return [this.places[2 * node.index] * scale + x, this.places[2 * node.index + 1] * scale + y]
  }

  #paint() {
    const { context, canvas } = this
    const [ink, quiet, line, sheet, mark] = ['--ink', '--quiet', '--thread', '--sheet', '--focus'].map(colour)
    context.setTransform(this.dots, 0, 0, this.dots, 0, 0)
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight)
    this.#paintLinks(this.links, line, 1)
    const size = Math.max(1.6, Math.min(6, 5 * Math.sqrt(this.view.scale)))
    this.byType.forEach((nodes, type) => {
      const { fill, trace } = shapes[Math.min(type, shapes.length - 1)]
      this.#paintNodes(
        nodes.filter((node) => !this.found || this.found.has(node)),
        colour(fill),
        trace,
        size,
        1,
      )
      if (this.found)
        this.#paintNodes(
          nodes.filter((node) => !this.found.has(node)),
          quiet,
          trace,
          size * 0.7,
          0.25,
        )
    })
    if (this.selected && this.shown.has(this.selected)) this.#paintSelected(mark, size)
    this.#paintLabels(ink, sheet)
  }

  #paintLinks(links, style, width) {
    const { context } = this
    context.beginPath()
    for (const { source, target } of links) {
      context.moveTo(...this.#at(source))
      context.lineTo(...this.#at(target))
    }
    context.strokeStyle = style
    context.lineWidth = width
    context.stroke()
  }

  #paintNodes(nodes, style, trace, size, alpha) {
    const { context } = this
    context.beginPath()
    for (const node of nodes) trace(context, ...this.#at(node), node === this.selected ? size * 1.5 : size)
    context.globalAlpha = alpha
    context.fillStyle = style
    context.fill()
    context.globalAlpha = 1
  }

  #paintSelected(style, size) {
    const { context, selected } = this
    this.#paintLinks(
      selected.links.filter(({ source, target }) => this.shown.has(source) && this.shown.has(target)),
      style,
      2,
    )
    context.beginPath()
    context.arc(...this.#at(selected), size * 2.4, 0, 7)
    context.stroke()
  }

  /** Names of the nodes with most links, as far as they do not cover one another. */
  #paintLabels(ink, sheet) {
    const { context, canvas } = this
    context.font = '12px system-ui, sans-serif'
    context.textBaseline = 'middle'
    context.lineWidth = 3
    context.lineJoin = 'round'
    const taken = new Set()
    let number = 0
    const first = [this.selected, ...(this.found ? [...this.found].slice(0, 20) : [])].filter((node) =>
      this.shown.has(node),
    )
    for (const node of [...first, ...this.labelled]) {
      if (number >= labelsAtMost) break
      const [x, y] = this.#at(node)
      if (!(x > -50 && y > 0 && x < canvas.clientWidth && y < canvas.clientHeight)) continue
      const text = node.name.length > 28 ? node.name.slice(0, 27) + '…' : node.name
      const cells = []
      for (let dx = 0; dx < text.length * 6.5 + 12; dx += 40)
        cells.push(`${Math.round((x + dx) / 40)} ${Math.round(y / 18)}`)
      if (cells.some((cell) => taken.has(cell))) continue
      cells.forEach((cell) => taken.add(cell))
      ++number
      context.strokeStyle = sheet
      context.strokeText(text, x + 8, y)
      context.fillStyle = ink
      context.fillText(text, x + 8, y)
    }
  }
}

function ends(numbers) {
  let [least, most] = [Infinity, -Infinity]
  for (const each of numbers) [least, most] = [Math.min(least, each), Math.max(most, each)]
  return [least, most]
}
