// buttonPage(): a page that says or asks one thing, with at most one button, which posts to an address. It works without scripts.
import { escapeHtml } from "~/contract/shared/html"
import { inForce } from "~/contract/shared/language/in-force"
import { directionOf } from "~/contract/shared/language/language"
import { offlinePath } from "~/contract/shared/shell"

export type ButtonPage = {
  heading: string
  text: string
  /** `action`: a path and query of this product. */
  button?: { label: string; action: string }
  /** `href`: a path and query of this product, or empty for the address at which the page is shown. */
  links?: { label: string; href: string }[]
  /** What the page does on its own: presses its button, or reloads once the server can be reached. */
  itself?: keyof typeof scripts
  /** 200 by default. */
  status?: number
}

export const buttonPage = ({ heading, text, button, links = [], itself, status = 200 }: ButtonPage) => {
  const nonce = crypto.randomUUID()
  const { tag } = inForce()
  const html = `<!doctype html>
<html lang="${tag}" dir="${directionOf(tag)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}</title>
<link rel="icon" href="/favicon.svg">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
${mark}
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${button ? `<form method="post" action="${escapeHtml(button.action)}"><button>${escapeHtml(button.label)}</button></form>` : ""}
${links.length > 0 ? `<nav>${links.map(({ label, href }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join("")}</nav>` : ""}
</main>
${itself ? `<script nonce="${nonce}">${scripts[itself]}</script>` : ""}
</body>
</html>
`
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    itself ? `script-src 'nonce-${nonce}'` : "script-src 'none'",
    ...(itself === "reload" ? ["connect-src 'self'"] : []),
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cache-control": "private, no-store",
      // Hides the address's token from other sites. With "no-referrer" the form's post would have "Origin: null".
      "referrer-policy": "strict-origin",
      "x-content-type-options": "nosniff",
    },
  })
}

const scripts = {
  press: "document.forms[0].requestSubmit()",
  // A browser can report that it is online while the server can't be reached.
  reload: `const open = () => location.pathname === "${offlinePath}" ? location.replace("/") : location.reload()
const look = () => fetch("/healthz", { cache: "no-store" }).then(open, () => {})
addEventListener("online", look)
setInterval(look, 5_000)`,
}

// The values of the theme's tokens, repeated here because the page must not depend on the build.
const style = `
:root { color-scheme: light dark; --card: light-dark(#fff, #1c1e22); --ink: light-dark(#15181e, #ebedef); --on-ink: light-dark(#fff, #0c0d10); --accent: light-dark(#6b9cf8, #1f5ed9); }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f2f3f5, #0c0d10); color: var(--ink); font: 420 14px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { box-sizing: border-box; width: min(380px, 100vw - 32px); padding: 32px; border-radius: 12px; background: var(--card); box-shadow: 0 0 0 1px light-dark(rgb(21 24 30 / .07), rgb(255 255 255 / .055)), 0 1px 2px light-dark(rgb(21 24 30 / .05), rgb(0 0 0 / .3)); overflow-wrap: anywhere; }
svg { display: block; width: 28px; height: 28px; margin-bottom: 24px; color: var(--ink); }
h1 { margin: 0 0 8px; font-size: 20px; font-weight: 620; line-height: 1.2; letter-spacing: -.022em; }
p { margin: 0 0 24px; color: light-dark(#494d55, #b7bbc1); }
button { width: 100%; height: 44px; border: 0; border-radius: 8px; background: var(--ink); color: var(--on-ink); font: inherit; font-weight: 540; cursor: pointer; }
button:hover { opacity: .9; }
nav { display: grid; gap: 8px; }
nav a { display: grid; place-items: center; height: 44px; border-radius: 8px; color: inherit; font-weight: 540; }
nav a:first-child { background: var(--ink); color: var(--on-ink); text-decoration: none; }
button:focus-visible, a:focus-visible { outline: 2px solid light-dark(#1f5ed9, #6b9cf8); outline-offset: 2px; }
`

const mark = `<svg viewBox="0 0 24 24" role="img" aria-label="Laneway"><rect x="1" y="1" width="22" height="22" rx="6.5" fill="currentColor"/><g fill="var(--card)"><rect x="5.5" y="6.2" width="7.2" height="2.7" rx="1.35"/><rect x="9.2" y="10.65" width="9.3" height="2.7" rx="1.35"/><rect x="5.5" y="15.1" width="5" height="2.7" rx="1.35"/></g><rect x="15.3" y="15.1" width="3.2" height="2.7" rx="1.35" fill="var(--accent)"/></svg>`
