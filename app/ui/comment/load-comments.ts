/** Loads the comments of a dialog. */
export const loadComments = () => import("~/ui/comment/comment-board")
