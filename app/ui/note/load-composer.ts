/** The composer and react-mentions, on first use. */
export const loadComposer = () => import("~/ui/note/composer")
