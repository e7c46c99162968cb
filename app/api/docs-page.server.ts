// docsPage(): every call, to read and to try; self-contained, so it works offline and without the build. serveDocument(make): sends it, or another document.
import { everyCall } from "~/contract"
import type { Call } from "~/contract/call"
import { escapeHtml } from "~/contract/shared/html"
import { answerThrown, wrongMethod } from "./answer.server"
import { type Parameter, parametersOf, schemaOf, whoMay } from "./openapi.server"
import { countCall } from "./rate-limit.server"
import { accepts, isRead } from "./request-headers"

type Json = Record<string, unknown>

export const docsPage = () => {
  const nonce = crypto.randomUUID()
  const resources = groups()
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Laneway API</title>
<link rel="icon" href="/favicon.svg">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header>
<h1>Laneway API</h1>
<p>JSON in camelCase; ids are positive integers; times are ISO 8601 in UTC. Sign in, and this page's calls are yours; a plan's key goes in the header <code>X-API-KEY</code>. Refusals are <code>application/problem+json</code> with a <code>message</code> that says what to change. The same as a document: <a href="/api/openapi.json">openapi.json</a></p>
<label>Find <input type="search" id="find" autocomplete="off" placeholder="A word of the address or the summary"></label>
<label>X-API-KEY <input type="password" id="key" autocomplete="off" placeholder="Empty: as who is signed in"></label>
</header>
<nav aria-label="Resources">${resources.map(([name]) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join("")}</nav>
<main>
${resources.map(([name, calls]) => `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${calls.map(entry).join("")}</section>`).join("\n")}
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    },
  })
}

const groups = (): [string, Call[]][] => {
  const all = new Map<string, Call[]>()
  for (const { resource, call } of everyCall()) all.set(resource, [...(all.get(resource) ?? []), call])
  return [...all]
}

const entry = (call: Call) => {
  const path = call.path.replace(/:(\w+)/g, "{$1}")
  const parameters = parametersOf(call)
  return `<details data-find="${escapeHtml(`${call.method} ${path} ${call.summary}`.toLowerCase())}">
<summary><b class="${call.method.toLowerCase()}">${call.method}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(call.summary)}</span></summary>
<p>For ${escapeHtml(whoMay(call))}.</p>
${parameters.length > 0 ? table(parameters) : ""}
${call.body ? `<h3>Body</h3>${schema(schemaOf(call.body, "input"))}` : ""}
${call.answer ? `<h3>Answer ${call.status ?? 200}</h3>${schema(schemaOf(call.answer, "output"))}` : ""}
${attempt(call, path, parameters)}
</details>`
}

const table = (parameters: Parameter[]) =>
  `<table><thead><tr><th>Name</th><th>In</th><th>Needed</th><th>Value</th></tr></thead><tbody>${parameters
    .map(
      ({ name, in: where, required, schema }) =>
        `<tr><td><code>${escapeHtml(name)}</code></td><td>${where}</td><td>${required ? "yes" : "no"}</td><td>${escapeHtml(kind(schema))}</td></tr>`,
    )
    .join("")}</tbody></table>`

const kind = ({ type, enum: values, pattern, const: only }: Json): string => {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" or ")
  if (only !== undefined) return JSON.stringify(only)
  return pattern ? `text like ${pattern}` : String(type ?? "any")
}

const schema = (value: Json) => `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

// This page can't show the target of a redirect or send a form with a file.
const attempt = (call: Call, path: string, parameters: Parameter[]) =>
  call.form || (!call.answer && call.method === "GET")
    ? ""
    : `<form data-method="${call.method}" data-path="${escapeHtml(path)}"><h3>Try it</h3>
${parameters.map(({ name, in: where, required }) => `<label>${escapeHtml(name)} <input name="${escapeHtml(name)}" data-in="${where}"${required ? " required" : ""} autocomplete="off"></label>`).join("\n")}
${call.body ? `<label>Body <textarea name="body" rows="4" spellcheck="false">${call.bodyName ? "[]" : "{}"}</textarea></label>` : ""}
<button>Send</button><output aria-live="polite"></output></form>`

const script = `
const find = document.getElementById("find")
find.addEventListener("input", () => {
  const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const each of document.querySelectorAll("details")) each.hidden = !words.every((word) => each.dataset.find.includes(word))
  for (const each of document.querySelectorAll("section")) each.hidden = !each.querySelector("details:not([hidden])")
})
document.addEventListener("submit", async (event) => {
  event.preventDefault()
  const form = event.target
  const output = form.querySelector("output")
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const field of form.querySelectorAll("input")) {
    if (field.dataset.in === "path") path = path.replace("{" + field.name + "}", encodeURIComponent(field.value))
    else if (field.value !== "") query.set(field.name, field.value)
  }
  const headers = {}
  const key = document.getElementById("key").value
  if (key) headers["x-api-key"] = key
  const body = form.querySelector("textarea")
  if (body) headers["content-type"] = "application/json"
  output.textContent = "…"
  try {
    const answer = await fetch(path + (query.size ? "?" + query : ""), { method: form.dataset.method, headers, body: body ? body.value : undefined, credentials: key ? "omit" : "same-origin" })
    const text = await answer.text()
    let shown = text
    try { shown = JSON.stringify(JSON.parse(text), null, 2) } catch {}
    output.textContent = answer.status + " " + answer.statusText + "\\n" + shown.slice(0, 100000)
  } catch (error) {
    output.textContent = "There is no connection to the server."
  }
})
`

const style = `
:root { color-scheme: light dark; --card: light-dark(#fff, #1c1e22); --ink: light-dark(#15181e, #ebedef); --ink-2: light-dark(#494d55, #b7bbc1); --line: light-dark(#d9dce1, #34383e); --accent: light-dark(#1f5ed9, #6b9cf8); }
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#f2f3f5, #0c0d10); color: var(--ink); font: 420 14px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header, nav, main { max-width: 1040px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 32px; }
h1 { font-size: 28px; letter-spacing: -.02em; margin: 0 0 8px; } h2 { font-size: 20px; margin: 28px 0 10px; } h3 { font-size: 13px; margin: 14px 0 6px; }
p { color: var(--ink-2); max-width: 76ch; } a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 6px 14px; padding-top: 14px; }
main { padding-bottom: 80px; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin-bottom: 6px; padding: 0 14px; }
details[open] { padding-bottom: 14px; }
summary { cursor: pointer; padding: 9px 0; overflow-wrap: anywhere; } summary span { color: var(--ink-2); margin-left: 6px; }
summary b { display: inline-block; min-width: 58px; font-size: 12px; } .get { color: light-dark(#0b6b4b, #63d3a6); } .post { color: var(--accent); } .put { color: light-dark(#855106, #e8b35c); } .delete { color: light-dark(#b3261e, #ff8a80); }
code, pre, output, textarea { font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre, output { display: block; background: light-dark(#f2f3f5, #0c0d10); border-radius: 6px; padding: 10px; margin: 0; overflow: auto; max-height: 320px; white-space: pre; } output:empty { display: none; } output { margin-top: 8px; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; } th { font-weight: 560; }
label { display: block; margin: 6px 0; color: var(--ink-2); } input, textarea { display: block; width: 100%; max-width: 520px; padding: 7px 9px; border: 1px solid light-dark(#868b94, #6d737c); border-radius: 6px; background: var(--card); color: var(--ink); font: inherit; } textarea { font: 12px/1.5 ui-monospace, monospace; max-width: none; }
button { height: 34px; padding: 0 16px; border: 0; border-radius: 8px; background: var(--ink); color: light-dark(#fff, #0c0d10); font: inherit; font-weight: 540; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

/** A document about the API, counted for its reader's address, and packed for readers with gzip. */
export const serveDocument = (make: () => Response) => async (request: Request, ip: string) => {
  if (!isRead(request)) return wrongMethod("GET, HEAD")
  try {
    await countCall(`ip ${ip}`)
  } catch (thrown) {
    return answerThrown(thrown, request)
  }
  const made = make()
  const headers = new Headers(made.headers)
  headers.set("vary", "Accept-Encoding")
  if (!made.body || !accepts(request.headers.get("accept-encoding"), "gzip")) {
    return new Response(made.body, { status: made.status, headers })
  }
  headers.set("content-encoding", "gzip")
  return new Response(made.body.pipeThrough(new CompressionStream("gzip")), { status: made.status, headers })
}
