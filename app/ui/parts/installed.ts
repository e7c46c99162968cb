import { Workbox } from "workbox-window"
import { installOffer } from "~/client/memory/choices"
import { hasDrafts } from "~/client/memory/typed"
import { knownPerson } from "~/client/offline/person"
import { pendingNotes, uploadCounts } from "~/client/outbox/pending"
import { hasUnsent } from "~/client/outbox/person-outbox"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"

/** The intervals of checks for a new version, and for a moment to announce it, ms. */
const calm = 1_000
const hourly = 3_600_000

const typed = "textarea, [contenteditable=true], input:not([type=range], [type=radio], [type=checkbox], [type=button])"

/** Whether a reload now would interrupt somebody: something is typed, or changes wait to be sent. */
const isBusy = () =>
  hasUnsent() ||
  hasDrafts() ||
  [...pendingNotes.get().values()].some(({ length }) => length > 0) ||
  [...uploadCounts.get().values()].some(({ waiting }) => waiting > 0) ||
  Boolean(document.activeElement?.matches(typed))

/** Registers the service worker, and announces a new version once nothing is typed or unsent. */
export const install = async () => {
  if (knownPerson() === undefined && !navigator.serviceWorker.controller) return
  const worker = new Workbox("/service-worker.js")
  let announced = false
  const announce = (run: () => void) => {
    if (announced) return
    announced = true
    const timer = setInterval(() => {
      if (isBusy()) return
      clearInterval(timer)
      showToast({
        kind: "info",
        text: common.newVersion,
        key: "new-version",
        stays: true,
        action: { label: common.reload, run },
      })
    }, calm)
  }
  const reload = () => location.reload()
  worker.addEventListener("waiting", () =>
    announce(() => {
      worker.addEventListener("controlling", reload)
      worker.messageSkipWaiting()
    }),
  )
  // Another tab has taken the new version: this one has the scripts of the old.
  worker.addEventListener("controlling", ({ isUpdate }) => {
    if (isUpdate) announce(reload)
  })
  await worker.register()
  setInterval(() => void worker.update().catch(() => {}), hourly)
}

type InstallEvent = Event & { prompt(): Promise<unknown> }

/** Offers to install, once in this browser, in place of the browser's own hint. */
export const offerToInstall = (event: Event) => {
  if (installOffer.made() || knownPerson() === undefined) return
  installOffer.keep()
  showToast({
    kind: "info",
    text: common.canInstall,
    key: "install",
    stays: true,
    action: { label: common.install, run: () => void (event as InstallEvent).prompt() },
  })
}
