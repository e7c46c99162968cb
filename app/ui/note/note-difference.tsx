import { useMemo } from "react"
import { differences } from "~/client/note/note-difference"
import { planNotes } from "~/ui/note/texts"
import "./note-editor.css"

/** A text's deletions and insertions. */
export const NoteDifference = ({ before, after }: { before: string; after: string }) => {
  const found = useMemo(() => differences(before, after), [before, after])
  let at = 0
  if (found.length === 0) return <p className="muted">{planNotes.same}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className="note-difference running breaks scrolls" dir="auto" tabIndex={0} aria-label={planNotes.content}>
      {found.map((part) => {
        const key = at++
        if (part.kind === "skipped")
          return (
            <div key={key} className="skipped">
              {planNotes.skipped(part.lines)}
            </div>
          )
        if (part.kind === "gone") return <del key={key}>{part.text}</del>
        if (part.kind === "new") return <ins key={key}>{part.text}</ins>
        return <span key={key}>{part.text}</span>
      })}
    </section>
  )
}
