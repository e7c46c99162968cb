// leftOutList(): what an import says it left out: the first entries, and how many more there are.

/** The most entries reported. */
const mostNamed = 20

export const leftOutList = () => {
  const named: string[] = []
  let more = 0
  return {
    add: (said: string) => {
      if (named.length < mostNamed) named.push(said)
      else more++
    },
    texts: () => (more > 0 ? [...named, `and ${more} more`] : named),
  }
}
