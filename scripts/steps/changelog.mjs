// notesOf(version, text): the section of a version in CHANGELOG.md, as the notes of its tag.
export const notesOf = (version, text) => {
  const sections = text.split(/^## /m).slice(1)
  const section = sections.find((each) => each.split("\n", 1)[0].split(",")[0].trim() === version)
  if (!section) throw new Error(`CHANGELOG.md has no section "## ${version}".`)
  const [heading = "", ...lines] = section.split("\n")
  if (lines.join("").trim() === "") throw new Error(`The section of ${version} in CHANGELOG.md is empty.`)
  // Git takes lines that begin with # for comments, and pages of releases head the notes by the tag.
  const notes = lines.map((line) => line.replace(/^#{2,} (.+)$/, "**$1**")).join("\n")
  return `Laneway ${heading.trim()}\n\n${notes.trim()}\n`
}
