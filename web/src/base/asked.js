// What a person asks of a session: it is a signal, so its answer may take long, or be a refusal.
import { ApiError, get, post } from './api.js'
import { listen } from './events.js'

const rarely = 3000 // ms, if no event comes

/** Ends at the next event of the signal, or after a while. */
function news(signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, rarely)
    const stop = listen(({ name, data }) => name === 'journal' && `${data.name}.${data.kind}.lock` === signal && done())
  })
}

/** Sends the request and waits for its result; a refusal is thrown in the words of its findings. */
export async function askAndWait(path, body) {
  try {
    let { data } = await post(path, body)
    while (data.state === 'pending' && data.result) {
      await news(data.signal)
      data = (await get(data.result)).data
    }
    return data
  } catch (error) {
    if (!(error instanceof ApiError) || !error.findings?.length) throw error
    throw new ApiError(error.status, error.findings.map((each) => each.message).join('; '), error.findings)
  }
}
