// refuseLong(): a request in sentences is short; only an outline or CSV may be long.
import { longestSentence } from "~/contract/ai"
import { refusal } from "~/contract/problem"
import { startIn } from "~/rules/agent/start-request"
import { looksLikeCsv } from "~/rules/transfer/csv-rows"
import { isProse } from "~/rules/transfer/described"

export const refuseLong = (request: string) => {
  if (request.length <= longestSentence || [...request].length <= longestSentence) return
  const text = startIn(request) ?? request
  if (looksLikeCsv(text) || !isProse(text)) return
  throw refusal(400, "Use at most 10,000 characters. Only an outline or CSV may be longer.")
}
