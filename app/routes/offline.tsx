import { buttonPage } from "~/api/button-page.server"
import { buttonTexts } from "~/api/button-texts"

/** The same for everybody, since the service worker stores it. */
export const loader = () => {
  const { heading, text, again, plans } = buttonTexts.offline
  const links = [
    { label: again, href: "" },
    { label: plans, href: "/" },
  ]
  return buttonPage({ heading, text, links, itself: "reload" })
}
