// Workers. Their addresses are ours, and never made from text of others: trusted types want that said.
const known = new Set(['events-worker.js', 'graph-worker.js'])

const policy = globalThis.trustedTypes?.createPolicy('artifactd', {
  createScriptURL(name) {
    if (!known.has(name)) throw new Error('no such worker')
    return `/page/${name}`
  },
})

const addressOf = (name) => (policy ? policy.createScriptURL(name) : `/page/${name}`)

export const startWorker = (name) => new Worker(addressOf(name), { type: 'module' })
export const startSharedWorker = (name) => new SharedWorker(addressOf(name), { type: 'module' })
