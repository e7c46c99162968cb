import { serveApi } from "~/api/resources.server"

/** The server calls `serveApi` itself, past Remix's router; under any other host of Remix this route does. */
const serve = ({ request, context }: { request: Request; context?: { clientIp?: string } }) =>
  serveApi(request, { ip: context?.clientIp ?? "" })
export const loader = serve
export const action = serve
