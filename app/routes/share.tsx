import { redirect } from "@remix-run/node"
import { sharedAnswer } from "~/contract/shared/share"

/** Without a service worker, what is shared is lost. */
export const action = () => redirect(sharedAnswer("lost"), 303)
export const loader = () => redirect("/")
