import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { textParts } from "~/rules/text-parts"
import { commentTexts } from "~/ui/comment/texts"
import { CommentMarkdown } from "./comment-markdown"

const shown = (content: string) =>
  renderToStaticMarkup(
    <CommentMarkdown
      parts={textParts(content)}
      draw={(parts) =>
        parts.map((part) =>
          part.kind === "text" ? (
            part.text
          ) : part.kind === "link" ? (
            <a key={part.href} href={part.href}>
              {part.text}
            </a>
          ) : (
            <i key={part.name}>{part.name}</i>
          ),
        )
      }
    />,
  ).replace(/^<div class="comment-markdown">(.*)<\/div>$/s, "$1")

const item = (text: string, mark = "•") =>
  `<li><span class="list-mark" aria-hidden="true">${mark}</span><div>${text}</div></li>`
const box = (checked: boolean, text: string) =>
  `<li><div><p><input type="checkbox" disabled="" aria-label="${commentTexts.task}"${checked ? ' checked=""' : ""}/> ${text}</p></div></li>`

test.each([
  ["one\n  line\n\n\ntwo", "<p>one\n  line</p><p>two</p>"],
  [
    "**bold**, *emphasised*, ~~struck~~, `c*d*`, snake_case_name, 2 * 3 * 4",
    "<p><strong>bold</strong>, <em>emphasised</em>, <del>struck</del>, <code>c*d*</code>, snake_case_name, 2 * 3 * 4</p>",
  ],
  [
    "# Title\ntext\n## Second ##\nThird\n===\nend",
    '<h3 class="level-1">Title</h3><p>text</p><h3 class="level-2">Second</h3><h3 class="level-1">Third</h3><p>end</p>',
  ],
  [
    "- one\n- two\n  more\n  - three",
    `<ul>${item("<p>one</p>")}${item(`<p>two\nmore</p><ul>${item("<p>three</p>")}</ul>`)}</ul>`,
  ],
  ["5. five\n6. six", `<ol>${item("<p>five</p>", "5.")}${item("<p>six</p>", "6.")}</ol>`],
  ["- [ ] open\n- [x] done", `<ul>${box(false, "open")}${box(true, "done")}</ul>`],
  ["> quoted\n> **again**\n\nafter", "<blockquote><p>quoted\n<strong>again</strong></p></blockquote><p>after</p>"],
  ["```js\na\n\n  **b**\n```\nafter", "<pre><code>a\n\n  **b**</code></pre><p>after</p>"],
  ["> ```\n> a\n>   b\n> ```", "<blockquote><pre><code>a\n  b</code></pre></blockquote>"],
  ["a\n\n---\n\nb", "<p>a</p><hr/><p>b</p>"],
])("renders %j", (content, html) => {
  expect(shown(content)).toBe(html)
})

test.each([
  [
    "**@[Ada *L*](3)** and _@[Bo_b](4)_ of [a *b*](https://a.example/x_y_z) https://b.example/*q",
    '<p><strong><i>Ada *L*</i></strong> and <em><i>Bo_b</i></em> of <a href="https://a.example/x_y_z">a *b*</a> <a href="https://b.example/*q">https://b.example/*q</a></p>',
  ],
  [
    "- `@[Ada](3)`\n\n![file](laneway-file:1:ab.png:a_b_.png)",
    `<ul>${item("<p><code><i>Ada</i></code></p>")}</ul><p><i>a_b_.png</i></p>`,
  ],
  ["*\ue000* @[Ada](3)", "<p><em>\ue000</em> <i>Ada</i></p>"],
])("keeps mentions, files and links in %j", (content, html) => {
  expect(shown(content)).toBe(html)
})

test("HTML and addresses other than http(s) stay text", () => {
  expect(
    shown("<img src=x onerror=alert(1)> **a** [x](javascript:alert(1)) [y](data:text/html,z)\n[r]: javascript:1\n[r]"),
  ).toBe(
    "<p>&lt;img src=x onerror=alert(1)&gt; <strong>a</strong> [x](javascript:alert(1)) [y](data:text/html,z)\n[r]: javascript:1\n[r]</p>",
  )
})

test.each([">", "> ", "- ", "1. ", "*a ", "_a*b", "**a_ ", "`a``", "~~a", "[", "- a\n"])(
  "renders 10,000 characters of %j, which nest too deeply or are never closed",
  (piece) => {
    const written = piece.repeat(Math.floor(10_000 / piece.length))
    const letters = (text: string) => text.replace(/<[^>]*>|&[a-z]+;|[^a-b]/g, "").length
    expect(letters(shown(written))).toBe(letters(written))
  },
)
