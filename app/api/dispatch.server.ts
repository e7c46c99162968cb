import { unknown } from "./mount.server"

type Handler = (args: { request: Request; params: Record<string, string>; context: { clientIp: string } }) => unknown
export type RouteModules = Record<string, { loader?: unknown; action?: unknown } | undefined>

/**
 * Hands /api/* straight to the resource routes' exported loader and action, past Remix's router. `modules` is by Remix route id
 * (`routes/api.Goal.$`).
 */
export const createDispatch = (modules: RouteModules) => {
  const byResource = new Map<string, { loader?: unknown; action?: unknown }>()
  for (const [id, module] of Object.entries(modules)) {
    const name = /^routes\/api\.([^.$]+)/.exec(id)?.[1]
    if (name && module) byResource.set(name.replace(/[[\]]/g, "").toLowerCase(), module)
  }
  return async (request: Request, { ip }: { ip: string }): Promise<Response> => {
    const path = new URL(request.url).pathname
    const resource = path.split("/")[2]?.toLowerCase() ?? ""
    const module = byResource.get(resource === "openapi.json" ? "openapi" : resource)
    const reading = request.method === "GET" || request.method === "HEAD"
    const handler = (reading ? module?.loader : module?.action) ?? module?.loader
    if (typeof handler !== "function") return unknown(path)
    const answer = (await (handler as Handler)({ request, params: {}, context: { clientIp: ip } })) as Response
    return request.method === "HEAD" ? new Response(null, answer) : answer
  }
}
