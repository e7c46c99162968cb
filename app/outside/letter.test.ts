// What a mail says as a page and as text.
import { expect, test } from "vitest"
import { composeLetter } from "./letter.server"

const token = "a".repeat(300)
const letter = {
  heading: "Ada mentioned you in “<b>Harbour</b> & Quay”",
  paragraphs: ["Hello Ben,", "<img src=x onerror=alert(1)> look"],
  sections: [
    {
      heading: "On the task “Paint”",
      href: "https://plan.example/1",
      lists: [
        { label: "Overdue", lines: [{ text: "Paint the boat", href: "https://plan.example/2" }, { text: "Sail" }] },
      ],
    },
  ],
  button: { label: "Open the board", href: `https://plan.example/login?token=${token}&plan=1` },
  remarks: ["You can turn these emails off."],
  links: [{ text: "Stop these emails", href: "https://plan.example/stop" }],
}

test("the text says all that the page says, and its addresses are whole", async () => {
  const { text } = await composeLetter(letter)
  expect(text.split("\n").filter((line) => line !== "")).toEqual([
    letter.heading,
    "Hello Ben,",
    "<img src=x onerror=alert(1)> look",
    "On the task “Paint” https://plan.example/1",
    "Overdue",
    "- Paint the boat https://plan.example/2",
    "- Sail",
    `Open the board ${letter.button.href}`,
    "You can turn these emails off.",
    "Stop these emails https://plan.example/stop",
    "-- ",
    "Laneway",
  ])
})

test("typed text is no markup", async () => {
  const { html } = await composeLetter(letter)
  expect(html).not.toContain("<b>")
  expect(html).not.toContain("<img")
  expect(html).toContain("“&lt;b&gt;Harbour&lt;/b&gt; &amp; Quay”")
  expect(html).toContain(`href="https://plan.example/login?token=${token}&amp;plan=1"`)
})
