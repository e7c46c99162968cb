import fc from "fast-check"
import { expect, test } from "vitest"
import { cleanFileName, extensionOf, renamed } from "./file-name"

test.each([
  ["plan.pdf", "plan.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ada\\plan.docx", "plan.docx"],
  ["a/b/", "b"],
  ["..", "file"],
  ["", "file"],
  ["/", "file"],
  [" \u0000\u0007 ", "file"],
  ["bill\u202efdp.exe", "billfdp.exe"],
  ["line\nbreak\r.txt", "linebreak.txt"],
  [".gitignore", ".gitignore"],
  ["שלום.png", "שלום.png"],
  [`${"x".repeat(300)}.tar.gz`, `${`${"x".repeat(197)}`.slice(0, 197)}.gz`],
])("%j is kept as %j", (given, kept) => {
  expect(cleanFileName(given)).toBe(kept)
})

test.each([
  ["a.png", "b", "b.png"],
  ["a.png", "b.png", "b.png"],
  ["a.png", "b.PNG", "b.png"],
  ["a.png", "b.exe", "b.exe.png"],
  ["a.png", "x/y", "x-y.png"],
  ["a.png", " .png ", undefined],
  ["a.png", "  ", undefined],
  ["LICENSE", "notes.txt", "notes.txt"],
])("%j renamed to %j is %j", (old, given, name) => {
  expect(renamed(old, given)).toBe(name)
})

test("any name becomes short, a single line and free of paths", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (given) => {
      const name = cleanFileName(given)
      expect([...name].length).toBeLessThanOrEqual(200)
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e]/u)
      expect(name.trim()).not.toBe("")
      expect(cleanFileName(name)).toBe(name)
      expect(name.endsWith(extensionOf(name))).toBe(true)
    }),
  )
})
