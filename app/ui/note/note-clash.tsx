import { type NoteFields, titleAs } from "~/client/note/note-editing"
import type { Note } from "~/contract/note"
import { NoteDifference } from "~/ui/note/note-difference"
import { planNotes } from "~/ui/note/texts"
import { Button } from "~/ui/parts/button"
import "./note-editor.css"

type NoteClashProps = { mine: NoteFields; theirs: Note; onResolve(choice: "mine" | "theirs" | "both"): void }

/** Shows both texts when two people changed the same words, and lets the editor choose. */
export const NoteClash = ({ mine, theirs, onResolve }: NoteClashProps) => (
  <div className="note-clash flow grow">
    <p role="alert">
      <b>{planNotes.clash}</b> <span className="muted">{planNotes.clashHint}</span>
    </p>
    {titleAs(mine) !== theirs.title && <NoteDifference before={theirs.title} after={titleAs(mine)} />}
    <NoteDifference before={theirs.content} after={mine.content} />
    <div className="row">
      <Button size="small" variant="primary" onClick={() => onResolve("both")}>
        {planNotes.keepBoth}
      </Button>
      <Button size="small" onClick={() => onResolve("mine")}>
        {planNotes.keepMine}
      </Button>
      <Button size="small" onClick={() => onResolve("theirs")}>
        {planNotes.takeTheirs}
      </Button>
    </div>
  </div>
)
