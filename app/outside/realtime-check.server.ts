// checkRealtime(): whether a Supabase project's Realtime takes the keys and the signing key that browsers are given.
import { serverTicket } from "./realtime.server"

type Ticket = Awaited<ReturnType<typeof serverTicket>>
/** `code`: the answered status, or the reason's name. */
type Refused = Error & { code?: string }

const joinMs = 5_000

const refused = (code: string | undefined, message: string): Refused => Object.assign(new Error(message), { code })

const freshMs = 10_000

const webAddress = ({ url, apiKey }: Ticket) =>
  `${url}/realtime/v1/websocket?${new URLSearchParams({ apikey: apiKey, vsn: "1.0.0" })}`

/** Why a socket is refused, which only the answer to a plain request says; null: it would be opened. */
const refusedUpgrade = async (ticket: Ticket, ms = joinMs): Promise<Refused | null> => {
  const answer = await fetch(webAddress(ticket), { signal: AbortSignal.timeout(ms) })
  const { status } = answer
  const reason = (await answer.text()).slice(0, 300)
  return status === 401 || status === 403 || status === 429 || status >= 500 ? refused(String(status), reason) : null
}

/** Joins a channel of the server's own and leaves it. */
const joinOnce = async (ticket: Ticket) => {
  const Socket = globalThis.WebSocket ?? (await import("ws")).WebSocket
  const socket = new Socket(webAddress(ticket).replace(/^http/, "ws"))
  try {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(refused(undefined, "Realtime does not answer a join")), joinMs)
      const end = (error?: Refused) => {
        clearTimeout(late)
        if (error) reject(error)
        else resolve()
      }
      socket.onerror = () => end(refused("socket", "the socket to Realtime was not opened"))
      socket.onclose = ({ reason }) => end(refused("socket", `Realtime has closed the socket: ${reason}`))
      socket.onopen = () => {
        const config = {
          private: true,
          broadcast: { ack: false, self: false },
          presence: { key: "", enabled: false },
          postgres_changes: [],
        }
        const payload = { config, access_token: ticket.token }
        socket.send(JSON.stringify({ topic: "realtime:laneway", event: "phx_join", ref: "1", join_ref: "1", payload }))
      }
      socket.onmessage = ({ data }: { data: unknown }) => {
        const { event, payload } = JSON.parse(String(data))
        if (event !== "phx_reply") return
        const reason = String(payload?.response?.reason ?? "")
        end(payload?.status === "ok" ? undefined : refused(/^\w+(?=:)/.exec(reason)?.[0] ?? "join", reason))
      }
    })
  } finally {
    socket.onclose = null
    socket.onerror = null
    socket.close()
  }
}

const restMs = 10_000
let joining: Promise<Refused | null> | undefined

/** One join at a time, and after a failed one none for a while. */
const join = async (ticket: Ticket) => {
  joining ??= joinOnce(ticket).then(
    () => null,
    async (error: Refused) => {
      setTimeout(forgetJoin, restMs).unref?.()
      return (error.code === "socket" && (await refusedUpgrade(ticket).catch(() => null))) || error
    },
  )
  return joining
}

/** A later check joins again. */
export const forgetJoin = () => {
  joining = undefined
  crowd = undefined
}

/**
 * Asks with the key and a signed token, and joins a channel unless this process has done so. Throws what Realtime says. Limits are no fault:
 * they pass.
 */
export const checkRealtime = async () => {
  const ticket = await serverTicket()
  const answer = await fetch(`${ticket.url}/realtime/v1/api/broadcast`, {
    method: "POST",
    headers: { apikey: ticket.apiKey, authorization: `Bearer ${ticket.token}`, "content-type": "application/json" },
    body: '{"messages":[{}]}',
    signal: AbortSignal.timeout(joinMs),
  })
  const { status } = answer
  const reason = (await answer.text()).slice(0, 300)
  // The message is empty: with the right keys it is refused with 422.
  if (status === 401 || status === 403 || status >= 500) throw refused(String(status), reason)
  const fault = await join(ticket)
  if (fault && fault.code !== "429" && !/RateLimitReached/.test(fault.message)) throw fault
}

let crowd: { asked: number; answer: Promise<boolean> } | undefined

/** Whether a Supabase project's Realtime refuses sockets because there are too many; all who ask within ten seconds share an answer. */
export const isCrowded = async () => {
  const ticket = await serverTicket()
  if (!ticket.hosted) return false
  if (!crowd || performance.now() - crowd.asked > freshMs) {
    const answer = refusedUpgrade(ticket, 2_000).then(
      (fault) => fault?.code === "429",
      () => false,
    )
    crowd = { asked: performance.now(), answer }
  }
  return crowd.answer
}
