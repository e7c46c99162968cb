// joinPlan(ticket, planId), joinPerson(ticket, userId): a bare realtime connection, so that two hundred cost less than what
// they measure.
import WebSocket from "ws"
import { planTopic, userTopic } from "~/contract/events"

export type Ticket = { url: string; apiKey: string; token: string }
/** A raw frame, to be parsed after the measurement. */
export type Arrival = { at: number; frame: Buffer }
export type Joined = { arrivals: Arrival[]; close: () => void }
type Me = { userId: number; userName: string; connectionId: string }

/** Resolves once the channel is joined and the person's presence is sent. */
export const joinPlan = (ticket: Ticket, planId: number, me: Me): Promise<Joined> =>
  join(ticket, `realtime:${planTopic(planId)}`, me)

/** Resolves once the person's own channel is joined. */
export const joinPerson = (ticket: Ticket, userId: number): Promise<Joined> =>
  join(ticket, `realtime:${userTopic(userId)}`)

const join = ({ url, apiKey, token }: Ticket, topic: string, me?: Me): Promise<Joined> => {
  const socket = new WebSocket(
    `${url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${encodeURIComponent(apiKey)}&vsn=2.0.0`,
  )
  const arrivals: Arrival[] = []
  const heartbeat = setInterval(() => socket.send(JSON.stringify([null, "h", "phoenix", "heartbeat", {}])), 25_000)
  const close = () => {
    clearInterval(heartbeat)
    socket.terminate()
  }
  return new Promise((resolve, reject) => {
    socket.once("error", (error) => {
      close()
      reject(error)
    })
    socket.once("open", () => {
      const config = {
        broadcast: { ack: false, self: false },
        presence: { key: me?.connectionId ?? "", enabled: me !== undefined },
        postgres_changes: [],
        private: true,
      }
      socket.send(JSON.stringify(["1", "1", topic, "phx_join", { config, access_token: token }]))
    })
    let isIn = false
    socket.on("message", (data: Buffer) => {
      if (isIn) return void arrivals.push({ at: performance.now(), frame: data })
      const [, ref, , event, payload] = JSON.parse(data.toString())
      if (event !== "phx_reply" || ref !== "1") return
      if (payload.status !== "ok") return reject(new Error(`The join was refused: ${JSON.stringify(payload)}`))
      isIn = true
      const track = { type: "presence", event: "track", payload: me }
      if (me) socket.send(JSON.stringify(["1", "2", topic, "presence", track]))
      resolve({ arrivals, close })
    })
  })
}

/** The seq of the event in a frame; undefined for a frame of another kind. */
export const seqOf = (frame: Buffer): number | undefined => {
  const [, , , event, payload] = JSON.parse(frame.toString())
  return event === "broadcast" ? payload.payload.seq : undefined
}

/** The name of the event in a frame; undefined for a frame of another kind. */
export const eventOf = (frame: Buffer): string | undefined => {
  const [, , , event, payload] = JSON.parse(frame.toString())
  return event === "broadcast" ? payload.event : undefined
}
