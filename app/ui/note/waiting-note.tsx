import { type NoteEditing, titleAs } from "~/client/note/note-editing"
import { NoteTitle } from "~/ui/note/note-title"
import { planNotes } from "~/ui/note/texts"
import { Tag } from "~/ui/parts/badge"
import { useObserved } from "~/ui/plan/board-context"

/** A note that the server does not have yet, in the list of notes. */
export const WaitingNote = ({ editing, onOpen }: { editing: NoteEditing; onOpen(): void }) => {
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
