import { forgetPerson } from "~/client/memory/forget"
import { endPush } from "~/client/notification/push-device"
import { closeShownPushes } from "~/client/notification/push-subscription"
import { forgetKnownPerson } from "~/client/offline/person"
import { account } from "~/ui/account/texts"
import type { Message } from "~/ui/parts/dialog/message-dialog"

/** Wipes what this browser stores of the person and goes to an address that ends the session. Asks while anything typed or given is unsent. */
export const leave = async (personId: number, address: string, show: (message: Message) => Promise<boolean>) => {
  const { outboxStorage, signOut } = await import("~/client/outbox/browser-database")
  const [{ uploadStorage }, { sharedStorage }, { countDrafts }] = await Promise.all([
    import("~/client/outbox/stored-uploads"),
    import("~/client/outbox/shared"),
    import("~/client/outbox/stored-drafts"),
  ])
  const stored = await Promise.all(
    [outboxStorage, uploadStorage, sharedStorage].map((storage) => storage.all(personId)),
  )
  const unsent = stored.flat().length + (await countDrafts(personId))
  const question = { kind: "question", title: account.leaveTitle, danger: true, confirm: account.leave } as const
  if (unsent > 0 && !(await show({ ...question, text: account.unsent(unsent) }))) return
  // First: the person's other tabs end the session as soon as they hear of it, and this page must not ask to sign in again.
  forgetPerson()
  forgetKnownPerson()
  await Promise.all([signOut(personId), endPush(), closeShownPushes()])
  window.location.assign(address)
}
