// composeLetter(letter): the text and HTML of a mail with one button, lists of what it is about, and links below.
import { escapeHtml } from "~/contract/html"

export type LetterList = { label: string; lines: { text: string; href?: string }[] }
export type LetterSection = { heading?: string; href?: string; lists: LetterList[] }

export type Letter = {
  heading: string
  paragraphs: string[]
  sections?: LetterSection[]
  button: { label: string; href: string }
  /** Small print below the button. */
  remarks: string[]
  links?: { text: string; href: string }[]
}

export const composeLetter = (letter: Letter) => ({ text: textOf(letter), html: htmlOf(letter) })

const textOf = ({ heading, paragraphs, sections = [], button, remarks, links = [] }: Letter) =>
  [
    heading,
    ...paragraphs,
    ...sections.flatMap((section) => [
      ...(section.heading ? [`${section.heading}\n${"=".repeat(Math.min(60, section.heading.length))}`] : []),
      ...section.lists.map(({ label, lines }) =>
        [...(label ? [label] : []), ...lines.map(({ text, href }) => `- ${text}${href ? `\n  ${href}` : ""}`)].join(
          "\n",
        ),
      ),
    ]),
    `${button.label}:\n${button.href}`,
    ...remarks,
    ...links.map(({ text, href }) => `${text}:\n${href}`),
    "-- \nLaneway",
  ].join("\n\n")

const small = "font-size:12px;line-height:1.5;color:#636870"

const linked = ({ text, href }: { text: string; href?: string }) =>
  href
    ? `<a class="link" href="${escapeHtml(href)}" style="color:#154fc3;text-decoration:none">${escapeHtml(text)}</a>`
    : escapeHtml(text)

const sectionHtml = ({ heading, href, lists }: LetterSection) =>
  [
    ...(heading
      ? [
          `<h2 class="ink" style="margin:24px 0 4px;font-size:16px;line-height:1.3;font-weight:600;color:#15181e">${linked({ text: heading, href })}</h2>`,
        ]
      : []),
    ...lists.map(
      ({ label, lines }) =>
        `${label ? `<p class="quiet" style="margin:12px 0 4px;${small};font-weight:600">${escapeHtml(label)}</p>\n` : ""}<ul class="ink" style="margin:0 0 12px;padding:0 0 0 18px;font-size:14px;line-height:1.5;color:#15181e">
${lines.map((line) => `<li style="margin:0 0 4px">${linked(line)}</li>`).join("\n")}
</ul>`,
    ),
  ].join("\n")

// Mail clients reliably apply inline styles only; those with a dark scheme also read the style sheet.
const htmlOf = ({ heading, paragraphs, sections = [], button, remarks, links = [] }: Letter) => `<!doctype html>
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
  .ink { color: #ebedef !important; } .quiet { color: #a0a4ac !important; } .quiet a, .link { color: #97bbfb !important; }
  .button { background: #ebedef !important; color: #0c0d10 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:32px 16px;background:#f2f3f5;font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p class="ink" style="margin:0 0 24px;font-size:14px;font-weight:700;color:#15181e">Laneway</p>
<h1 class="ink" style="margin:0 0 12px;font-size:20px;line-height:1.3;font-weight:600;color:#15181e">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p class="ink" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:#15181e">${escapeHtml(text)}</p>`).join("\n")}
${sections.map(sectionHtml).join("\n")}
<p style="margin:24px 0"><a class="button" href="${escapeHtml(button.href)}" style="display:inline-block;padding:12px 24px;background:#15181e;color:#ffffff;border-radius:8px;font-size:14px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
${remarks.map((text) => `<p class="quiet" style="margin:0 0 8px;font-size:12px;line-height:1.5;color:#636870">${escapeHtml(text)}</p>`).join("\n")}
<p class="quiet" style="margin:16px 0 0;font-size:12px;line-height:1.5;color:#636870;word-break:break-all">If the button does not work, open this address: <a href="${escapeHtml(button.href)}" style="color:#154fc3">${escapeHtml(button.href)}</a></p>
${links.map((link) => `<p class="quiet" style="margin:8px 0 0;${small}">${linked(link)}</p>`).join("\n")}
</div>
</body>
</html>
`
