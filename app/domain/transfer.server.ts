import type { Board, Plan } from "~/contract/plan"
import { invalid } from "~/contract/problem"
import { writeCalendar } from "~/rules/transfer/calendar"
import { writeCsv } from "~/rules/transfer/csv"
import { readImport } from "~/rules/transfer/import"
import { writeMarkdown } from "~/rules/transfer/markdown"
import { outlineOf } from "~/rules/transfer/outline"
import { writeJson } from "~/rules/transfer/own-json"
import { type Actor, personOf } from "./actor"
import { people } from "./people.server"
import { boardOf, makeFrom } from "./plan.server"

export type ExportFormat = "json" | "csv" | "md" | "ics"

const types: Record<ExportFormat, string> = {
  json: "application/json",
  csv: "text/csv",
  md: "text/markdown",
  ics: "text/calendar",
}

/** The whole plan as a file. */
export const exportPlan = async (actor: Actor, planId: number, format: ExportFormat) => {
  personOf(actor)
  const { json } = await boardOf(actor, planId)
  const board = JSON.parse((await json?.()) ?? "") as Board
  const text =
    format === "ics"
      ? writeCalendar(board, new URL(people().publicUrl).hostname)
      : { json: writeJson, csv: writeCsv, md: writeMarkdown }[format](outlineOf(board))
  return { text, type: `${types[format]}; charset=utf-8`, name: `${board.plan.name.trim() || "Plan"}.${format}` }
}

/** A new plan of what the file holds; 400 names the line and the reason. `leftOut`: what has no place in a plan. */
export const importPlan = async (actor: Actor, file: File): Promise<Plan & { leftOut: string[] }> => {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    throw invalid("file", "The file is not text in UTF-8. Export it as JSON, CSV or Markdown.")
  }
  const broken = text.indexOf("\u0000")
  if (broken >= 0) throw invalid("file", `Line ${text.slice(0, broken).split("\n").length}: remove the NUL character.`)
  const read = readImport(text, file.name)
  if ("problem" in read) throw invalid("file", read.problem)
  const { outline, leftOut } = read
  const plan = await makeFrom(actor, outline, { imported: true })
  return { ...plan, leftOut }
}
