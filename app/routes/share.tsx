import { redirect } from "@remix-run/node"
import { sharedAnswer } from "~/contract/shared/share"

/** Without a service worker there is nobody to take what is shared. */
export const action = () => redirect(sharedAnswer("lost"), 303)
export const loader = () => redirect("/")
