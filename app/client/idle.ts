/** Milliseconds after which work is no longer put off: a hidden page is hardly ever idle. */
const patience = 1_000

/** Resolves once the browser has nothing more urgent to do, such as drawing; at once where it can't tell. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "undefined") resolve()
    else requestIdleCallback(() => resolve(), { timeout: patience })
  })
