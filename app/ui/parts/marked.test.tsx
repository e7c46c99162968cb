import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { MarkedText } from "./marked"

const shown = (html: string) => renderToStaticMarkup(<MarkedText html={html} tags={["b", "mark"]} />)

test.each([
  ["plain", "plain"],
  ["<b>Ada</b> renamed &lt;x&gt; to <mark>y</mark>.", "<b>Ada</b> renamed &lt;x&gt; to <mark>y</mark>."],
  ["<i>no</i> <del>other</del> tags", "&lt;i&gt;no&lt;/i&gt; &lt;del&gt;other&lt;/del&gt; tags"],
  ["<b>never closed", "&lt;b&gt;never closed"],
  ["<b><mark>x</mark></b>", "<b>&lt;mark&gt;x&lt;/mark&gt;</b>"],
])("%s", (html, expected) => {
  expect(shown(html)).toBe(expected)
})
