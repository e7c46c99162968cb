import { redirect } from "@remix-run/node"

/** Any other path leads to the dashboard. */
export const loader = () => redirect("/")

export default function Elsewhere() {
  return null
}
