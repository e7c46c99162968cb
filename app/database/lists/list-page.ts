import { limits } from "~/contract/shared/bounds"

/** A page as the app.* functions take it, as JSON text: after the row `before`, if any. */
export const listPageAfter = (before: number | undefined) => JSON.stringify({ ...limits.listPage, before })
