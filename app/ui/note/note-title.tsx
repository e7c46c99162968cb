import { planNotes } from "~/ui/note/texts"

/** The title of a note in the list, whose button covers its row. */
export const NoteTitle = ({ title, onOpen }: { title: string; onOpen(): void }) => (
  <button
    type="button"
    className="note-row-title truncate stretched"
    dir="auto"
    aria-label={planNotes.open(title)}
    onClick={onOpen}
  >
    {title}
  </button>
)
