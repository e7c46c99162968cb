import { openApi } from "~/api/openapi.server"

export const loader = () =>
  new Response(openApi("0.1.0"), {
    headers: { "content-type": "application/json", "cache-control": "public, max-age=300" },
  })
