// composeLetter(letter): the text and HTML of a mail with one button.
import { escapeHtml } from "~/contract/html"

export type Letter = {
  heading: string
  paragraphs: string[]
  button: { label: string; href: string }
  /** Small print below the button. */
  remarks: string[]
}

export const composeLetter = (letter: Letter) => ({ text: textOf(letter), html: htmlOf(letter) })

const textOf = ({ heading, paragraphs, button, remarks }: Letter) =>
  [heading, ...paragraphs, `${button.label}:\n${button.href}`, ...remarks, "-- \nLaneway"].join("\n\n")

// Mail clients reliably apply inline styles only; those with a dark scheme also read the style sheet.
const htmlOf = ({ heading, paragraphs, button, remarks }: Letter) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0c0d10 !important; } .card { background: #1c1e22 !important; }
  .ink { color: #ebedef !important; } .quiet { color: #a0a4ac !important; } .quiet a { color: #97bbfb !important; }
  .button { background: #ebedef !important; color: #0c0d10 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:32px 16px;background:#f2f3f5;font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p class="ink" style="margin:0 0 24px;font-size:14px;font-weight:700;color:#15181e">Laneway</p>
<h1 class="ink" style="margin:0 0 12px;font-size:20px;line-height:1.3;font-weight:600;color:#15181e">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p class="ink" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:#15181e">${escapeHtml(text)}</p>`).join("\n")}
<p style="margin:24px 0"><a class="button" href="${escapeHtml(button.href)}" style="display:inline-block;padding:12px 24px;background:#15181e;color:#ffffff;border-radius:8px;font-size:14px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
${remarks.map((text) => `<p class="quiet" style="margin:0 0 8px;font-size:12px;line-height:1.5;color:#636870">${escapeHtml(text)}</p>`).join("\n")}
<p class="quiet" style="margin:16px 0 0;font-size:12px;line-height:1.5;color:#636870;word-break:break-all">If the button does not work, open this address: <a href="${escapeHtml(button.href)}" style="color:#154fc3">${escapeHtml(button.href)}</a></p>
</div>
</body>
</html>
`
