// A session that has ended leads to the sign-in page, once.
import { signInPath } from "~/contract/shared/return-url"
import { isLeaving } from "./memory/cell"
import { forgetKnownPerson } from "./offline/person"

/** A navigation has this long to leave the page, ms. Another one would cancel it. */
const patience = 10_000
let began = Number.NEGATIVE_INFINITY

/** Whether this page is on its way to the sign-in page. Unsaved texts then wait on this device. */
export const isSigningIn = () => performance.now() - began < patience

/** Opens the sign-in page, which leads back here. Nothing on the server, while signing in, and after signing out. */
export const signInAgain = () => {
  if (typeof window === "undefined" || window.location.pathname === "/login" || isLeaving() || isSigningIn()) return
  began = performance.now()
  // From now on nothing stored is shown. The login page deletes it.
  forgetKnownPerson()
  window.location.assign(signInPath(window.location.href))
}
