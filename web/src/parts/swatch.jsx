// What a series of a plot looks like, for its legend.
import { useEffect, useRef } from 'preact/hooks'
import { styleOf, useScheme } from '../base/palette.js'

export function Swatch({ index }) {
  const canvas = useRef()
  const scheme = useScheme()
  useEffect(() => {
    const context = canvas.current.getContext('2d')
    context.clearRect(0, 0, 28, 28)
    context.fillStyle = styleOf(index).fill()
    context.fillRect(0, 0, 28, 28)
  }, [index, scheme])
  return <canvas class="swatch" width="28" height="28" ref={canvas} aria-hidden="true" />
}
