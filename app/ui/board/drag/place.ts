/** Middles of a list's cards without the lifted one, px from its top: as they lay when it was lifted, and as they lie without it. */
export type Middles = { lay: readonly number[]; lie: readonly number[] }

/** The place among the other cards: after those whose middle is above the pointer. `y`: px from the top of the list. */
export const placeAt = ({ lay }: Middles, y: number) => lay.filter((middle) => middle < y).length

/**
 * The height that makes the drag library decide for a place: px from the top of the list, as near to the pointer as can be.
 * The library asks whether a card that has made way lies above where it is drawn; the first `shown` cards have not made way, the
 * others have by `room`.
 */
export const heightFor = ({ lie }: Middles, place: number, shown: number, room: number, y: number) => {
  const [above, below] = [lie[place - 1], lie[place]]
  const least = above === undefined ? y : above + (place > shown ? room + 0.5 : 0)
  const most = below === undefined ? Number.POSITIVE_INFINITY : below + (place < shown ? -0.5 : room)
  return Math.min(most, Math.max(least, y))
}
