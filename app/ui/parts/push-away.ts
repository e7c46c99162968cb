/** Where and when a push of a sheet began or ended: px from the top, ms. */
export type Pushed = { y: number; time: number }

/** Distance in px, or speed in px/ms, of a push down that closes a sheet. */
const far = 110
const fast = 0.6

export const pushedAway = (from: Pushed, to: Pushed) => {
  const down = to.y - from.y
  return down > far || (down > 24 && down / (to.time - from.time) > fast)
}
