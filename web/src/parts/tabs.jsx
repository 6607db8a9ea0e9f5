import { useRef } from 'preact/hooks'

/** `tabs` is [[title, () => content], …], `chosen` the number of one. Arrow keys go from tab to tab. */
export function Tabs({ tabs, label, chosen, choose }) {
  const list = useRef()
  const go = (index) => {
    const next = (index + tabs.length) % tabs.length
    choose(next)
    list.current.children[next].focus()
  }
  const keys = { ArrowRight: 1, ArrowLeft: -1 }
  return (
    <div>
      <div
        class="tabs"
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={(event) => keys[event.key] && (event.preventDefault(), go(chosen + keys[event.key]))}
      >
        {tabs.map(([title], index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`tab-${title}`}
            aria-selected={index === chosen}
            aria-controls="tab-panel"
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tabs[chosen][0]}`}>
        {tabs[chosen][1]()}
      </div>
    </div>
  )
}
