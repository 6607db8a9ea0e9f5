// The token: it comes in the address after '#', which browsers do not send, and stays in this tab.
const place = 'artifactd-token'

let token = sessionStorage.getItem(place) ?? ''

/** Moves a token from the address bar into this tab. */
export function takeTokenFromAddress() {
  const found = /^#token=([^&]+)/.exec(location.hash)
  if (!found) return
  keepToken(decodeURIComponent(found[1]))
  history.replaceState(null, '', location.pathname + '#/')
}

export function keepToken(text) {
  token = text.trim()
  sessionStorage.setItem(place, token)
}

export function forgetToken() {
  token = ''
  sessionStorage.removeItem(place)
}

export const theToken = () => token
