import { linkCalls } from "~/contract/public-link"
import { linkOfToken, visitKey } from "~/domain/public-link.server"
import type { ApiOver, Caller } from "./api-over.ts"

/** Gives the plan a public link; returns what its page makes calls with. */
export const visitorOf = async (api: ApiOver, planId: number, as: Caller) => {
  const { url } = (await api.send(linkCalls.makeLink, { planId }, { as })).body
  const link = await linkOfToken(url.split("/").at(-1) ?? "")
  if (!link) throw new Error("the link leads nowhere")
  return visitKey(link)
}
