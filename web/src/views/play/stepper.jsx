// Steps one after the other: a list, a slider, keys; beside them whatever belongs to the chosen one.
import { useEffect, useRef } from 'preact/hooks'
import { useKeys } from '../../base/keys.js'
import { Sign } from '../../parts/small.jsx'
import { Text } from '../../parts/text.jsx'
import { byChance, stepText } from './step-words.js'

const around = 200 // steps before and after the chosen one that are listed; the slider reaches all

/** `at` counts the steps that were taken; 0 is before the first one. `marks` is { number of a step: text }. */
export function Stepper({ steps, at, go, marks = {}, label }) {
  const list = useRef()
  const first = Math.max(0, at - around)
  const to = (next) => go(Math.max(0, Math.min(steps.length, next)))
  useKeys('Steps', {
    ArrowLeft: { does: 'A step back', run: () => to(at - 1) },
    ArrowRight: { does: 'A step forward', run: () => to(at + 1) },
    Home: { does: 'To the beginning', run: () => to(0) },
    End: { does: 'To the end', run: () => to(steps.length) },
  })
  useEffect(() => {
    const box = list.current
    const row = box?.querySelector('[aria-current]')
    if (!row) return
    if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop
    if (row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = row.offsetTop + row.offsetHeight - box.clientHeight
  }, [at])
  const row = (number, text, extra) => (
    <li key={number} aria-current={number === at ? 'step' : undefined}>
      <button type="button" onClick={() => to(number)}>
        <span class="number">{number || ''}</span>
        <span>
          <Text text={text} />
          {extra && <Text class="quiet" text={` ${extra}`} />}
          {marks[number] && (
            <Sign of="error">
              <Text text={marks[number]} />
            </Sign>
          )}
        </span>
      </button>
    </li>
  )
  return (
    <div class="stepper">
      <div class="actions">
        <button type="button" onClick={() => to(0)} disabled={at === 0} aria-label="To the beginning">
          «
        </button>
        <button type="button" onClick={() => to(at - 1)} disabled={at === 0} aria-label="A step back">
          ‹
        </button>
        <input
          type="range"
          min="0"
          max={steps.length}
          value={at}
          aria-label={label}
          aria-valuetext={at === 0 ? 'before the first step' : `step ${at} of ${steps.length}`}
          onInput={(event) => to(event.target.valueAsNumber)}
        />
        <button type="button" onClick={() => to(at + 1)} disabled={at === steps.length} aria-label="A step forward">
          ›
        </button>
        <button type="button" onClick={() => to(steps.length)} disabled={at === steps.length} aria-label="To the end">
          »
        </button>
        <span class="quiet" role="status">
          {at === 0 ? 'before the first step' : `step ${at} of ${steps.length}`}
        </span>
      </div>
      <ol class="step-list" ref={list} aria-label={label} tabIndex={0}>
        {first === 0 && row(0, 'the beginning')}
        {steps.slice(first, at + around).map((step, i) => row(first + i + 1, stepText(step), byChance(step)))}
      </ol>
    </div>
  )
}
