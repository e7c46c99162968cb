/**
 * A navigation aborts a load that is under way, such as a revalidation. Remix leaves that fetch as a rejection which
 * is not handled, although nothing has failed.
 */
export const ignoreInterruptedLoads = () => {
  addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault()
  })
}
