// llmsText(): /llms.txt, what an agent that only has the address reads: what this is, how to connect, where to read more (llmstxt.org).
import { scopes } from "~/contract/agent"
import { accountOptions } from "~/domain/sign-in/accounts.server"

export const llmsPath = "/llms.txt"

export const llmsText = () => {
  const { publicUrl, mcpUrl } = accountOptions()
  const agents = mcpUrl.replace(/^ws/, "http")
  const text = `# Laneway

> A live board where a team plans together. A plan holds goals, a goal holds actions, an action holds tasks. Actions are pulled into Focus, their tasks move from To Do over Doing to Done, and everyone sees it happen.

This is the installation at ${publicUrl}. What is in its plans is private: an agent needs a person who lets it in, or a plan's API key.

## Connect

- MCP over Streamable HTTP: ${agents}/mcp, revisions 2025-03-26 to 2026-07-28
- MCP over WebSockets: ${mcpUrl}/mcp, with the credential as ?token=
- Without a credential the answer is 401 and names the way to sign in: OAuth 2.1 with PKCE, client metadata documents or dynamic registration, scopes ${scopes.join(", ")}
- With a key of one plan, which its admins make in the plan's settings under Integrations: the header X-API-KEY, or Authorization: Bearer
- ?readonly after the address offers only the tools that change nothing

## Work

- Start with list_plans, then get_board and search; lists come in pages, by cursor
- Preview several changes with propose_changes, show them to the person, then carry them out with apply_changes; undo_changes takes them back
- Who may only propose puts changes into the plan's review list; get_proposal tells what became of them

## Links

- [API to read and to try](${publicUrl}/api/docs)
- [OpenAPI document](${publicUrl}/api/openapi.json)
- [Authorization server metadata](${publicUrl}/.well-known/oauth-authorization-server)
- [Protected resource metadata](${agents}/.well-known/oauth-protected-resource/mcp)
- [Sign in](${publicUrl}/login)
`
  return new Response(text, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  })
}
