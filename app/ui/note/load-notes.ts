/** The note board of a dialog. */
export const loadNotes = () => import("~/ui/note/note-board")
