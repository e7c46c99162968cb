// receivedOn(): what arrives on a topic, checked. It is loaded with the connection, since schemas are large.
import { type EventPayload, eventPayload, type UserEventPayload, userEventPayload } from "~/contract/event-payload"

export type Received<Topic extends string> = Topic extends `plan:${string}`
  ? EventPayload
  : Topic extends `user:${string}`
    ? UserEventPayload
    : unknown

/** The payload as the contract declares it for the topic; undefined: it is another one. */
export const receivedOn = <Topic extends string>(topic: Topic, payload: unknown) => {
  const schema = topic.startsWith("plan:") ? eventPayload : topic.startsWith("user:") ? userEventPayload : undefined
  return (schema ? schema.safeParse(payload).data : payload) as Received<Topic> | undefined
}
