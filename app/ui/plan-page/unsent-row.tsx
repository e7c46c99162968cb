import type { ReactNode } from "react"
import { isBoardCall, isText, isView } from "~/client/outbox/outbox"
import type { BoardEntry, OutboxEntry, RemovalEntry, TextEntry, ViewEntry } from "~/client/outbox/outbox-entry"
import { typedText } from "~/client/outbox/typed-texts"
import { dateFormat } from "~/contract/shared/language/format"
import { partsOf } from "~/rules/index"
import { unsentTexts as words } from "~/ui/plan-page/unsent-texts"
import "./plan-page.css"

/** An unsent or refused change. */
export type Unsent = BoardEntry | TextEntry | RemovalEntry | ViewEntry

/** The typed text. */
export const textOf = (entry: Unsent) =>
  isBoardCall(entry) ? typedText(entry.input) : isText(entry) ? entry.input.content : undefined

export const inOrder = (entries: Unsent[]) => entries.sort((a, b) => a.at - b.at)

export const kindOf = (entry: OutboxEntry): string => {
  const { unsent, cards } = words
  if (entry.name === "plan.restoreDeleted") return unsent.restore
  if (entry.name === "message.send") return unsent.message
  if (isView(entry)) return unsent.view
  if (entry.name === "note.remove") return unsent.removeNote
  const [entity, verb] = partsOf(entry.name)
  // Another version of the product may have stored changes of other things.
  if (!Object.hasOwn(cards, entity)) return unsent.other
  const [bare, named] = cards[entity]
  if (verb === "addComment" || verb === "updateComment") return unsent.comment
  if (verb === "removeComment") return unsent.removeComment
  if (verb === "create") return unsent.create(bare)
  if (verb === "remove") return unsent.remove(named)
  if (verb.endsWith("Orders")) return unsent.order
  return isBoardCall(entry) && typedText(entry.input) ? unsent.text(named) : unsent.change(named)
}

/** Gives the browser a file to save. */
export const saveFile = (file: File) => {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement("a"), { href: address, download: file.name }).click()
  setTimeout(() => URL.revokeObjectURL(address))
}

const time = dateFormat({
  day: "2-digit",
  month: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
})

type UnsentRowProps = {
  text: string | undefined
  kind: string
  /** ms */
  at: number
  /** Why it was refused. */
  reason?: string
  /** More about it. */
  more?: ReactNode
  /** Its buttons. */
  children?: ReactNode
}

/** An unsent change or file in a list of them. */
export const UnsentRow = ({ text, kind, at, reason, more, children }: UnsentRowProps) => (
  <li>
    <div className="unsent-words grid breaks">
      {text && <b>{text}</b>}
      <small>
        {kind}, {time(at)}
      </small>
    </div>
    {reason && <span className="unsent-reason fine wrong">{reason}</span>}
    {more}
    {children && <div className="unsent-actions wraps">{children}</div>}
  </li>
)
