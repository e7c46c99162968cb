// CHANGELOG.md has the version, its notes are those of a tag, and the templates of issues name what there is.
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { version } from "~/contract/shared/version"
import { notesOf } from "../../scripts/steps/changelog.mjs"

const root = path.resolve(import.meta.dirname, "../..")
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")
const changelog = read("CHANGELOG.md")

test("the notes of a tag are the version's section, with nothing that git takes for a comment", () => {
  const notes = notesOf(version, changelog)
  expect(notes).toMatch(new RegExp(`^Laneway ${version.replaceAll(".", "\\.")}\n\n`))
  expect(notes).not.toMatch(/^#/m)
  expect(notes.split("\n").length).toBeGreaterThan(20)
  const two = "# Changelog\n\n## 1.1.0, 3 May 2027\n\n### Fixed\n\n- One.\n\n## 1.0.0\n\n- Two.\n\n## 0.9.0\n\n"
  expect(notesOf("1.1.0", two)).toBe("Laneway 1.1.0, 3 May 2027\n\n**Fixed**\n\n- One.\n")
  expect(notesOf("1.0.0", two)).toBe("Laneway 1.0.0\n\n- Two.\n")
  expect(() => notesOf("1.2.0", two)).toThrow('no section "## 1.2.0"')
  expect(() => notesOf("0.9.0", two)).toThrow("is empty")
})

test("the newest version and day are first, and links lead somewhere", () => {
  const versions = [...changelog.matchAll(/^## (\S+)/gm)].map(([, found]) => found)
  expect(versions[0]).toBe(version)
  expect(versions).toEqual([...versions].sort((a, b) => (b ?? "").localeCompare(a ?? "", "en", { numeric: true })))
  const days = [...changelog.matchAll(/^### (?:\d+ and )?(\d+ \w+ \d{4})$/gm)].map(([, day = ""]) => Date.parse(day))
  expect(days.length).toBeGreaterThan(3)
  expect(days).toEqual([...days].sort((a, b) => b - a))
  const links = [...changelog.matchAll(/\]\(([^)#:]{1,200})\)/g)].map(([, link = ""]) => link)
  expect(links.filter((link) => !fs.existsSync(path.join(root, link)))).toEqual([])
})

test("templates of issues have a name and labels, and link to no other host", () => {
  const folder = ".github/ISSUE_TEMPLATE"
  const templates = fs.readdirSync(path.join(root, folder))
  expect(templates.sort()).toEqual(["bug.md", "idea.md"])
  for (const name of templates) {
    const text = read(`${folder}/${name}`)
    expect(text).toMatch(/^---\nname: .+\nabout: .+\nlabels: .+\n---\n/)
    expect(text).not.toMatch(/https?:/)
  }
})
