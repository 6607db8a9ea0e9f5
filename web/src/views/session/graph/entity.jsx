// The chosen entity: its members, and its relationships as ways to go on.
import { shown } from '../../../base/shown.js'
import { Text } from '../../../parts/text.jsx'

const most = 200

const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value))

export function Entity({ node, onSelect, onOnly, onExpand, onClose }) {
  return (
    <section class="entity" aria-label={`Entity ${shown(node.name)}`}>
      <div class="dialog-head">
        <h2>
          <Text text={node.name} />
        </h2>
        <button class="plain" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </div>
      <div class="actions">
        <button onClick={onExpand}>Expand</button>
        <button onClick={onOnly}>Only this and its neighbours</button>
      </div>
      <dl class="pairs">
        {Object.entries(node.data).map(([name, value]) => (
          <div key={name}>
            <dt>
              <Text text={name} />
            </dt>
            <dd>
              <Text text={textOf(value)} />
            </dd>
          </div>
        ))}
      </dl>
      <h3>{node.links.length} relationships</h3>
      <ul class="lines">
        {node.links.slice(0, most).map((link, i) => {
          const out = link.source === node
          const other = out ? link.target : link.source
          return (
            <li key={i}>
              {out ? (
                <>
                  → <Text class="quiet" text={link.type} />{' '}
                </>
              ) : (
                <>
                  ← <Text class="quiet" text={link.type} />{' '}
                </>
              )}
              <button class="plain link" onClick={() => onSelect(other)}>
                <Text text={other.name} />
              </button>
            </li>
          )
        })}
        {node.links.length > most && <li class="quiet">and {node.links.length - most} more</li>}
      </ul>
    </section>
  )
}
