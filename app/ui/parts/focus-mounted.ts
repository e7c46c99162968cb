/** Frames to wait until a row that was scrolled to is mounted. */
const patience = 30

/** Focuses the row that `find` finds once it is mounted, if it is still `wanted` then. */
export const focusMounted = (find: () => HTMLElement | null, wanted = () => true, frames = patience) => {
  if (!wanted()) return
  const row = find()
  if (row) row.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusMounted(find, wanted, frames - 1))
}
