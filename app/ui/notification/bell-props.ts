import type { Follow } from "~/client/live/person-live"
import type { BoardLink } from "~/contract/shared/deep-link"

export type BellProps = {
  userId: number
  /** The open plan's connection, null while it opens; absent where no plan is open. */
  follow?: Follow | null | undefined
  /** Opens something of a plan where it is on this page; false: it is on another. */
  onOpen?: ((planId: number, link: BoardLink | undefined) => boolean) | undefined
}
