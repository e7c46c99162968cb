import { looksLikeCsv, readCsv } from "./csv"
import { readMarkdown } from "./markdown"
import type { Imported, Unreadable } from "./outline"
import { isOwnJson, readOwnJson } from "./own-json"
import { isTrello, readTrello } from "./trello"

/** Reads a file by its content: a plan of Laneway, a board of Trello, CSV, or an outline in Markdown. */
export const readImport = (text: string, fileName: string): Imported | Unreadable => {
  const name = fileName.replace(/\.[^.]*$/, "").trim() || "Imported plan"
  if (/^\uFEFF?\s*[{[]/.test(text)) {
    let value: unknown
    try {
      value = JSON.parse(text.replace(/^\uFEFF/, ""))
    } catch (error) {
      return { problem: `${lineOf(text, error)}: the file is not valid JSON.` }
    }
    if (isOwnJson(value)) return readOwnJson(value)
    if (isTrello(value)) return readTrello(value)
    return { problem: "Line 1: this JSON is neither a plan of Laneway nor a board of Trello." }
  }
  return looksLikeCsv(text) ? readCsv(text, name) : readMarkdown(text, name)
}

const lineOf = (text: string, error: unknown) => {
  const at = /position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1]
  return `Line ${at === undefined ? text.split("\n").length : text.slice(0, Number(at)).split("\n").length}`
}
