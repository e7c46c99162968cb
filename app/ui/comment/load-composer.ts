/** Loads the composer and react-mentions on first use. */
export const loadComposer = () => import("~/ui/comment/composer")
