// A SharedWorker: all tabs with the same token share one stream, since HTTP/1.1 gives a browser six connections.
import { openStream } from './base/event-stream.js'

const streams = new Map() // by token: { tabs, state, end }
const silence = 30_000 // a tab that says nothing for so long is gone

function join(token, tab) {
  let stream = streams.get(token)
  if (!stream) {
    stream = { tabs: new Map(), state: { state: 'lost' }, end: null }
    streams.set(token, stream)
    stream.end = openStream(token, (message) => {
      if (message.state) stream.state = message
      stream.tabs.forEach((_, each) => each.postMessage(message))
      if (message.state === 'refused') streams.delete(token)
    })
  }
  stream.tabs.set(tab, Date.now())
  tab.postMessage(stream.state)
}

function leave(token, tab) {
  const stream = streams.get(token)
  if (!stream) return
  stream.tabs.delete(tab)
  if (stream.tabs.size > 0) return
  stream.end()
  streams.delete(token)
}

self.onconnect = ({ ports: [tab] }) => {
  let token = ''
  tab.onmessage = ({ data }) => {
    if (data.join) join((token = data.join), tab)
    if (data.here) streams.get(token)?.tabs.set(tab, Date.now())
    if (data.leave) leave(token, tab)
  }
}

setInterval(() => {
  for (const [token, { tabs }] of streams)
    for (const [tab, seen] of tabs) if (Date.now() - seen > silence) leave(token, tab)
}, silence)
