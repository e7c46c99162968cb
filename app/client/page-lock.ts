/**
 * Finds out which pages of this browser are gone: each page that stores something unsent holds a Web Lock of its name until it closes, and
 * another page may then take over what it left.
 */
export const thisPage = crypto.randomUUID()

const lockOf = (page: string) => `laneway-page-${page}`
const locks = () => (typeof navigator === "undefined" ? undefined : navigator.locks)
let holding: Promise<boolean> | undefined

/** Holds this page's lock, and returns whether it does: it can't without Web Locks. */
export const holdPage = (): Promise<boolean> => {
  holding ??= new Promise((resolve) => {
    const granted = locks()?.request(lockOf(thisPage), () => {
      resolve(true)
      return new Promise(() => {})
    })
    if (!granted) return resolve(false)
    granted.catch(() => resolve(false))
  })
  return holding
}

/** Works while no other page of this browser does so for the same page, if that page is gone. */
export const ifGone = async (page: string, work: () => void | Promise<void>) => {
  if (page === thisPage) return
  await locks()
    ?.request(lockOf(page), { ifAvailable: true }, (lock) => (lock ? work() : undefined))
    .catch(() => {})
}
