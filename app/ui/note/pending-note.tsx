import { type NoteEditing, titleAs } from "~/client/note/note-editing"
import { planNotes } from "~/ui/note/texts"
import { Tag } from "~/ui/parts/badge"
import { useObserved } from "~/ui/plan/board-context"

/** A note that the server does not have yet, in the list of notes. */
export const PendingNote = ({ editing, onOpen }: { editing: NoteEditing; onOpen(): void }) => {
  const title = titleAs(useObserved(editing.state).fields)
  return (
    <li className="note-row hovers anchor">
      <div className="row">
        <NoteTitle title={title} onOpen={onOpen} />
        <span className="grow" />
        <Tag kind="warn">{planNotes.waiting}</Tag>
      </div>
    </li>
  )
}

/** The title of a note in the list, whose button covers its row. */
export const NoteTitle = ({ title, onOpen }: { title: string; onOpen(): void }) => (
  <button
    type="button"
    className="note-row-title strong slim truncate stretched"
    dir="auto"
    aria-label={planNotes.open(title)}
    onClick={onOpen}
  >
    {title}
  </button>
)
