import { redirect } from "@remix-run/node"

/** Redirects any other path to My Plans. */
export const loader = () => redirect("/")

export default function Elsewhere() {
  return null
}
