/** The time in which a claim prevents other tabs from showing the same, ms. */
const heldFor = 5_000
/** The time a hidden tab waits for a visible one, ms. */
const patience = 500

/**
 * Resolves to true in exactly one tab of this browser that asks for the same key at about the same time: in a visible one, if
 * there is any. Without Web Locks, in every tab.
 */
export const claimForOneTab = async (key: string): Promise<boolean> => {
  if (typeof navigator === "undefined" || !navigator.locks) return true
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, patience))
  return new Promise((resolve) => {
    void navigator.locks.request(`shown:${key}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && new Promise<void>((release) => setTimeout(release, heldFor))
    })
  })
}
