// leftOutList(): what an import says it left out: the first entries, and how many more there are.

/** The most entries reported. */
const mostTold = 20

export const leftOutList = () => {
  const told: string[] = []
  let more = 0
  return {
    add: (said: string) => {
      if (told.length < mostTold) told.push(said)
      else more++
    },
    told: () => (more > 0 ? [...told, `and ${more} more`] : told),
  }
}
