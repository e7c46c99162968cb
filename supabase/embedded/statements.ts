// splitStatements(sql): a file's statements as the Supabase CLI records them: trimmed, without the last semicolon.

export type Statement = { text: string /** of its first character in the file, from 1 */; line: number }

const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y

export const splitStatements = (sql: string): Statement[] => {
  const statements: Statement[] = []
  let start = 0
  let depth = 0
  let at = 0
  const finish = (end: number) => {
    const raw = sql.slice(start, end)
    const text = raw.trim()
    if (withoutComments(text) !== "") {
      const first = start + raw.length - raw.trimStart().length
      statements.push({ text, line: sql.slice(0, first).split("\n").length })
    }
    start = end + 1
  }
  while (at < sql.length) {
    const skipped = skipQuoted(sql, at)
    if (skipped > at) {
      at = skipped
      continue
    }
    // A BEGIN ATOMIC … END body contains semicolons.
    const word = /^(begin\s+atomic|case|end)\b/i.exec(isWordStart(sql, at) ? sql.slice(at, at + 40) : "")?.[1]
    if (word) {
      const opens = word.length > 4 || (depth > 0 && /^case$/i.test(word))
      if (opens) depth++
      else if (depth > 0 && /^end$/i.test(word)) depth--
      at += word.length
      continue
    }
    if (sql[at] === ";" && depth === 0) finish(at)
    at++
  }
  finish(sql.length)
  return statements
}

/** The end of the comment or quoted text that starts at `at`; `at` itself when none starts there. */
const skipQuoted = (sql: string, at: number): number => {
  const two = sql.slice(at, at + 2)
  if (two === "--") return endOf(sql, "\n", at + 2)
  if (two === "/*") return endOfBlockComment(sql, at)
  if (sql[at] === '"') return endOf(sql, '"', at + 1)
  if (sql[at] === "'") {
    const escapes = /e/i.test(sql[at - 1] ?? "") && isWordStart(sql, at - 1)
    return endOfString(sql, at, escapes)
  }
  if (sql[at] === "$" && !/\w/.test(sql[at - 1] ?? "")) {
    dollarTag.lastIndex = at
    const tag = dollarTag.exec(sql)?.[0]
    if (tag) return endOf(sql, tag, at + tag.length)
  }
  return at
}

const isWordStart = (sql: string, at: number) => !/[\w$.]/.test(sql[at - 1] ?? "")

const endOf = (sql: string, mark: string, from: number) => {
  const found = sql.indexOf(mark, from)
  return found === -1 ? sql.length : found + mark.length
}

const endOfString = (sql: string, at: number, escapes: boolean) => {
  for (let i = at + 1; i < sql.length; i++) {
    if (escapes && sql[i] === "\\") i++
    else if (sql[i] === "'") {
      if (sql[i + 1] !== "'") return i + 1
      i++
    }
  }
  return sql.length
}

const endOfBlockComment = (sql: string, at: number) => {
  let depth = 0
  for (let i = at; i < sql.length; i++) {
    const two = sql.slice(i, i + 2)
    if (two === "/*") depth++
    if (two === "*/") depth--
    if (two === "/*" || two === "*/") i++
    if (depth === 0) return i + 1
  }
  return sql.length
}

const withoutComments = (text: string) => {
  let rest = ""
  let at = 0
  while (at < text.length) {
    const two = text.slice(at, at + 2)
    if (two === "--" || two === "/*") at = skipQuoted(text, at)
    else rest += text[at++]
  }
  return rest.trim()
}
