/** The note board of a dialog. */
export const loadNotes = () => import("~/ui/comment/note-board")
