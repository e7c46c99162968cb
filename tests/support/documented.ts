// documentedProgram(heading, language): the first program in that language below a heading of docs/api.md.
import { readFileSync } from "node:fs"

export const documentedProgram = (heading: string, language: "sh" | "js" | "python"): string => {
  const [, below] = readFileSync("docs/api.md", "utf8").split(new RegExp(`^#{2,3} ${heading}$`, "m"))
  const [, program] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, "m").exec(below ?? "") ?? []
  if (!program) throw new Error(`docs/api.md has no ${language} below “${heading}”.`)
  return program
}
