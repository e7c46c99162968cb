// openLoad(url): HTTP over keep-alive connections, cheap enough to share two cores with the server; and percentiles.
import http from "node:http"

export type Sent = { method: string; path: string; cookie: string; body?: unknown; headers?: Record<string, string> }
export type Got = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }
export type Load = ReturnType<typeof openLoad>

export const openLoad = (url: string, connections: number) => {
  const { hostname, port, origin } = new URL(url)
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })

  const send = ({ method, path, cookie, body, headers }: Sent) =>
    new Promise<Got>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const request = http.request({
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          cookie,
          origin,
          ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
          ...headers,
        },
      })
      request.once("error", reject)
      request.once("response", (response) => {
        const chunks: Buffer[] = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.once("error", reject)
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
        )
      })
      request.end(text)
    })

  return {
    /** Throws on a status outside `expected`, or from 300 up if none are given. */
    send: async (sent: Sent, ...expected: number[]) => {
      const got = await send(sent)
      const fine = expected.length > 0 ? expected.includes(got.status) : got.status < 300
      if (!fine) throw new Error(`${sent.method} ${sent.path}: ${got.status} ${got.bytes.toString().slice(0, 300)}`)
      return got
    },
    close: () => agent.destroy(),
  }
}

export type Percentiles = [p50: number, p95: number]

export const percentiles = (values: number[]): Percentiles => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return [at(0.5), at(0.95)]
}

/** Runs `work` `warm` times unmeasured, then `rounds` times; returns the ms of each. */
export const timed = async (rounds: number, work: (round: number) => Promise<unknown>, warm = 0): Promise<number[]> => {
  const times: number[] = []
  for (let round = -warm; round < rounds; round++) {
    const began = performance.now()
    await work(round)
    if (round >= 0) times.push(performance.now() - began)
  }
  return times
}

/** Runs `workers` loops concurrently for `ms`; returns the number of runs and the rate per second. */
export const flatOut = async (
  workers: number,
  ms: number,
  work: (worker: number, round: number) => Promise<unknown>,
) => {
  const began = performance.now()
  let done = 0
  const run = async (worker: number) => {
    for (let round = 0; performance.now() - began < ms; round++, done++) await work(worker, round)
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => run(worker)))
  return { done, perSecond: (done / (performance.now() - began)) * 1000 }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
