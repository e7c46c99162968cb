import fc from "fast-check"
import { expect, test } from "vitest"
import { stepsOf } from "../../tests/support/counts/function-steps"
import { nameInALine } from "./line-name"
import { linksOf } from "./text-links"
import {
  deriveTitle,
  mentionedIn,
  onlyAddsFiles,
  plainText,
  textParts,
  titleOf,
  withFiles,
  withoutFiles,
} from "./text-parts"

test.each([
  ["", "Untitled note"],
  [" \n\t\n", "Untitled note"],
  ["Plain", "Plain"],
  ["\n\n  Second line\nThird", "Second line"],
  ["# Heading", "Heading"],
  ["###### Deep", "Deep"],
  ["#hashtag stays", "#hashtag stays"],
  ["- item", "item"],
  ["* [x] done", "done"],
  ["1. First", "First"],
  ["12) Twelfth", "Twelfth"],
  ["> quoted > twice", "quoted > twice"],
  ["> - # All of them", "All of them"],
  ["**Bold** start", "Bold start"],
  ["**_Both_**", "Both"],
  ["`code` here", "code here"],
  ["---\nAfter the rule", "After the rule"],
  ["```ts\ncode", "code"],
  ["#\nEmpty heading above", "Empty heading above"],
  ["-5 degrees", "-5 degrees"],
  ["2026 plans", "2026 plans"],
  ["a\r\nb", "a"],
  [
    "one two three four five six seven eight nine ten eleven twelve thirteen",
    "one two three four five six seven eight nine ten eleven twelve",
  ],
  ["x".repeat(100), "x".repeat(80)],
  ["🌿".repeat(100), "🌿".repeat(80)],
])("the title of %j is %j", (content, title) => {
  expect(deriveTitle(content)).toBe(title)
})

test("a derived title is never blank, and has at most 12 words and 80 characters", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("#", "-", "*", "`", ">", " ", "\n", "1", ".", "a", "_", "[", "]", "x", "🌿") }),
      (content) => {
        const title = deriveTitle(content)
        expect(title.trim()).toBe(title)
        expect(title).not.toBe("")
        expect([...title].length).toBeLessThanOrEqual(80)
        expect(title.split(" ").length).toBeLessThanOrEqual(12)
      },
    ),
  )
})

test("a given title stays unchanged, a blank one is derived", () => {
  expect(titleOf(" Mine ", "x")).toBe(" Mine ")
  expect(titleOf("  ", "x")).toBe("x")
  expect(titleOf(null, "")).toBe("Untitled note")
})

test("a name is one line, cut with an ellipsis", () => {
  expect(nameInALine(" a\n b ")).toBe("a b")
  expect(nameInALine("abcdef", 4)).toBe("abc…")
  expect(nameInALine("Pay \u202etsum\u200b \u0007now\u2066")).toBe("Pay tsum now")
})

test("a comment's text names the people and files in it", () => {
  expect(plainText("@[Ada Lind](12) see\n![file](laneway-file:3:9f-2.png:a%20plan.png)")).toBe(
    "@Ada Lind see\na plan.png",
  )
  expect(plainText("![file](laneway-file:3:9f-2.png:%ff) @[x](")).toBe("%ff @[x](")
})

const shapes = (content: string) =>
  textParts(content).map((part) => {
    if (part.kind === "text") return part.text
    if (part.kind === "mention") return [part.personId, part.name]
    return part.kind === "link" ? [part.text, part.href] : [part.planId, part.fileName, part.name]
  })

test.each([
  ["", []],
  ["only words", ["only words"]],
  ["Ask @[Ada Lind](12), now", ["Ask ", [12, "Ada Lind"], ", now"]],
  ["see https://a.org/x?y=1.", ["see ", ["https://a.org/x?y=1", "https://a.org/x?y=1"], "."]],
  ["(https://a.org/b)", ["(", ["https://a.org/b", "https://a.org/b"], ")"]],
  ["http://a.org/b_(c)!", [["http://a.org/b_(c)", "http://a.org/b_(c)"], "!"]],
  ["[the map](https://a.org/m)", [["the map", "https://a.org/m"]]],
  ["[no](javascript:alert(1)) ftp://a.org", ["[no](javascript:alert(1)) ftp://a.org"]],
  ["a\n![file](laneway-file:3:9f-2.png:a%20plan.png)", ["a\n", [3, "9f-2.png", "a plan.png"]]],
  ["@[x]( @[y](z) @[z](7)", ["@[x]( @[y](z) ", [7, "z"]]],
])("the parts of %j", (content, parts) => {
  expect(shapes(content)).toEqual(parts)
})

test.each([
  ["见https://example.test/a。谢谢", "https://example.test/a"],
  ["（https://example.test/c）参考", "https://example.test/c"],
  ["She said “https://example.test/o”", "https://example.test/o"],
  ["«https://example.test/e» dit-il", "https://example.test/e"],
  ["« https://example.test/e\u00a0»", "https://example.test/e"],
  ["`https://example.test/r`", "https://example.test/r"],
  ["‘https://example.test/q’ he said", "https://example.test/q"],
  ["„https://example.test/d“, sagt sie", "https://example.test/d"],
  ["‹https://example.test/s›", "https://example.test/s"],
  ...["」", "』", "》", "〉", "】", "〕", "］", "｝", "，", "、", "！", "？", "；", "：", "…", "｡", "؟", "।"].map(
    (end): [string, string] => [`看https://example.test/k${end}然后`, "https://example.test/k"],
  ),
  ["「https://example.test/j」を見て", "https://example.test/j"],
  ["看https://example.test/p（官网）", "https://example.test/p"],
  ["https://example.test/a（b", "https://example.test/a"],
  ["**https://example.test/b**", "https://example.test/b"],
  ["https://example.test/Lane_(bike)", "https://example.test/Lane_(bike)"],
  ["(https://example.test/Lane_(bike))", "https://example.test/Lane_(bike)"],
  ["https://example.test/x[1]", "https://example.test/x[1]"],
  ["[see https://example.test/x]", "https://example.test/x"],
  ["[https://example.test/x[1]].", "https://example.test/x[1]"],
  ["{https://example.test/{id}}", "https://example.test/{id}"],
  ["https://example.test/L’Avis", "https://example.test/L’Avis"],
  ["https://example.test/中文/路径。", "https://example.test/中文/路径"],
  ["آئیے https://example.test/a۔ شکریہ", "https://example.test/a"],
  ["Տես https://example.test/a։", "https://example.test/a"],
  ["https://example.test/a።", "https://example.test/a"],
  ["https://example.test/a។", "https://example.test/a"],
  ["https://example.test/a။", "https://example.test/a"],
  ["״https://example.test/a״", "https://example.test/a"],
  ["＜https://example.test/a＞", "https://example.test/a"],
  ["＂https://example.test/a＂", "https://example.test/a"],
  ["❝https://example.test/a❞", "https://example.test/a"],
  ["⟨https://example.test/a⟩", "https://example.test/a"],
  ["https://example.test/a﹐次", "https://example.test/a"],
  ["| https://example.test/a|", "https://example.test/a"],
  ["https://example.test/a\\", "https://example.test/a"],
  ["´https://example.test/a´", "https://example.test/a"],
  ["https://example.test/a•", "https://example.test/a"],
  ["https://... is https://example.test/a", "https://example.test/a"],
  ["http://-, https://*, https://example.test/a", "https://example.test/a"],
  ["https://example.test/a～", "https://example.test/a"],
  ["https://example.test/a·", "https://example.test/a"],
  ["\u202bhttps://example.test/a\u202c", "https://example.test/a"],
  ["https://example.test/l·l/ス・ジ", "https://example.test/l·l/ス・ジ"],
  ["https://example.test/?q=a,b;c:d!e", "https://example.test/?q=a,b;c:d!e"],
  ["http://[::1]:4000/", "http://[::1]:4000/"],
])("the link in %s", (content, href) => {
  expect(linksOf(content).map((link) => link.href)).toEqual([href])
  expect(textParts(content).flatMap((part) => (part.kind === "link" ? [part.href] : []))).toEqual([href])
})

test("links that only a sign separates are all found", () => {
  const content = "（https://example.test/a）https://example.test/b。https://example.test/c"
  const all = ["https://example.test/a", "https://example.test/b", "https://example.test/c"]
  expect(linksOf(content).map(({ href }) => href)).toEqual(all)
})

test("parsing a note loses no text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("@", "[", "]", "(", ")", "!", "a", " ", "\n", "http://", "file", ":", ".") }),
      (content) => {
        for (const part of textParts(content)) {
          const text = part.kind === "text" || part.kind === "link" ? part.text : part.name
          expect(content).toContain(text)
        }
      },
    ),
  )
})

test("each mentioned person is listed once", () => {
  expect(mentionedIn("@[A](3) and @[B](4) and @[A again](3)")).toEqual([3, 4])
})

test("withFiles appends files below the text, and withoutFiles extracts them with their names", () => {
  const files = [
    { planId: 3, fileName: "9f-2.png", name: "a plan (final).png" },
    { planId: 3, fileName: "9f-3.pdf", name: "خطة.pdf" },
  ]
  const content = withFiles("Look\n\n", files)
  expect(content.split("\n")).toHaveLength(3)
  expect(withoutFiles(content)).toEqual({ text: "Look", files })
  expect(withoutFiles(withFiles(" ", files))).toEqual({ text: "", files })
  expect(withoutFiles("kept as it is \n")).toEqual({ text: "kept as it is \n", files: [] })
  expect(shapes(content).slice(1)).toEqual([[3, "9f-2.png", "a plan (final).png"], "\n", [3, "9f-3.pdf", "خطة.pdf"]])
})

test("onlyAddsFiles allows added files, but neither other words nor removed files", () => {
  const file = (name: string) => ({ planId: 3, fileName: `u-${name.length}`, name })
  const [a, b] = [file("a.png"), file("b (1).pdf")]
  expect(onlyAddsFiles("See", withFiles("See", [a, b]))).toBe(true)
  expect(onlyAddsFiles(withFiles("See\n", [a]), withFiles("See", [a, b]))).toBe(true)
  expect(onlyAddsFiles("a.png\nb (1).pdf", withFiles("", [a, b]))).toBe(true)
  expect(onlyAddsFiles("a.png\nb (1).pdf", withFiles("", [a]))).toBe(false)
  expect(onlyAddsFiles("See", withFiles("Look", [a]))).toBe(false)
  expect(onlyAddsFiles(withFiles("See", [a]), withFiles("See", [b]))).toBe(false)
  expect(onlyAddsFiles(withFiles("See", [a]), "See")).toBe(false)
  expect(onlyAddsFiles("See", "Look")).toBe(false)
})

test("parses a long address, whatever its ending", () => {
  const dots = ".".repeat(1_000_000)
  expect(textParts(`http://a${dots}b`)).toEqual([{ kind: "link", href: `http://a${dots}b`, text: `http://a${dots}b` }])
  expect(textParts(`http://a${dots}`)).toEqual([
    { kind: "link", href: "http://a", text: "http://a" },
    { kind: "text", text: dots },
  ])
})

test.each([
  ["markers", "`*".repeat(5_000)],
  ["bullets", "- ".repeat(5_000)],
  ["rules", "* * *\n".repeat(1_600)],
  ["quotes", ">\n".repeat(5_000)],
  ["line ends", "\r".repeat(10_000)],
  ["open mentions", "@[".repeat(5_000)],
  ["open files", "![](laneway-file:1:a".repeat(500)],
  ["files with open names", "![](laneway-file:1:a:".repeat(500)],
  ["files with long names", `![](laneway-file:1:${"a".repeat(2_000)}`.repeat(5)],
  ["open links", "[a](http://a".repeat(800)],
  ["links without an address", "[a](".repeat(2_500)],
  ["brackets", "[".repeat(10_000)],
  ["addresses in brackets", "http://(".repeat(1_200)],
  ["brackets in an address", `http://${"(".repeat(10_000)}`],
  ["square brackets in an address", `http://${"[".repeat(490)}${"]".repeat(490)} `.repeat(10)],
  ["apostrophes in an address", `http://${"’a".repeat(490)} `.repeat(10)],
  ["ends of sentences", `http://${".".repeat(990)} `.repeat(10)],
])("texts of %s take few steps for each letter", (_, text) => {
  const steps = stepsOf(() => {
    deriveTitle(text)
    nameInALine(text)
    plainText(text)
    textParts(text)
    linksOf(text)
    withoutFiles(text)
  })
  expect(steps / text.length).toBeLessThan(100)
})
