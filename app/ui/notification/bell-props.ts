import type { Follow } from "~/client/live/person-live"
import type { Notification } from "~/contract/notification"

export type BellProps = {
  userId: number
  /** The open plan's connection, null while it opens; absent where no plan is open. */
  follow?: Follow | null | undefined
  /** Opens what a notification is about where it is on this page; false: it is on another. */
  onOpen?: ((one: Notification) => boolean) | undefined
}
