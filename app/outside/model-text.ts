// sift(): what of a model's text is for people. Some servers send reasoning and calls of tools within the text.
import { isFields, type ToolCall } from "./model-wire"

/** How reasoning and calls begin within a text, and how they end. Without an end they go on to the end of the text. */
const hidden: { start: string; end?: string; isCall?: true }[] = [
  { start: "<think>", end: "</think>" },
  { start: "<thinking>", end: "</thinking>" },
  { start: "<tool_call>", end: "</tool_call>", isCall: true },
  { start: "[TOOL_CALLS]", isCall: true },
  { start: "<|python_tag|>", isCall: true },
]
/** A text that begins so may be a call as a whole, which its end shows. */
const wholeCall = /^\s*(?:[{[]|```)/
/** Chat templates may open the reasoning themselves, so that only its end is in the text. */
const unopened = /^[\s\S]*<\/think(?:ing)?>/

/** The longest end of a text that may be the beginning of one of the marks. */
const begun = (text: string, marks: readonly string[]): number => {
  for (let length = Math.min(text.length, Math.max(...marks.map((mark) => mark.length)) - 1); length > 0; length--) {
    const end = text.slice(-length)
    if (marks.some((mark) => mark.startsWith(end))) return length
  }
  return 0
}

const starts = hidden.map(({ start }) => start)

/** `take` gets the text in pieces, `onText` what is for people, as early as that is certain. `end` answers the whole. */
export const sift = (tools: ReadonlySet<string>, onText: (piece: string) => void = () => {}) => {
  let [pending, text, whole] = ["", "", ""]
  let open: (typeof hidden)[number] | undefined
  const said: string[] = []
  const show = (piece: string) => {
    text += piece
    if (piece !== "") onText(piece)
  }
  const read = (isEnd: boolean) => {
    for (;;) {
      if (open) {
        const at = open.end ? pending.indexOf(open.end) : -1
        if (at < 0 && !isEnd) return
        if (open.isCall) said.push(at < 0 ? pending : pending.slice(0, at))
        pending = at < 0 ? "" : pending.slice(at + (open.end?.length ?? 0))
        open = undefined
        continue
      }
      const found = hidden
        .map((mark) => ({ mark, at: pending.indexOf(mark.start) }))
        .filter(({ at }) => at >= 0)
        .sort((a, b) => a.at - b.at)[0]
      if (!found) {
        const shown = isEnd ? pending.length : pending.length - begun(pending, starts)
        show(pending.slice(0, shown))
        pending = pending.slice(shown)
        return
      }
      show(pending.slice(0, found.at))
      pending = pending.slice(found.at + found.mark.start.length)
      open = found.mark
    }
  }
  return {
    take: (piece: string) => {
      whole += piece
      pending += piece
      if (whole.trim() === "" || (text === "" && !open && said.length === 0 && wholeCall.test(pending))) return
      read(false)
    },
    end: (): { text: string; calls: Omit<ToolCall, "id">[] } => {
      if (wholeCall.test(pending) && text.trim() === "" && !open) {
        const calls = callsIn(pending, tools)
        if (calls.length > 0) return { text: "", calls }
      }
      read(true)
      const calls = said.flatMap((one) => callsIn(one, tools))
      return { text: text.replace(unopened, "").trim(), calls }
    },
  }
}

/** `{"name", "arguments"}`, a list of them, or one in `function`; only calls of tools that there are. */
const callsIn = (said: string, tools: ReadonlySet<string>): Omit<ToolCall, "id">[] => {
  let value: unknown
  try {
    value = JSON.parse(
      said
        .trim()
        .replace(/^```(?:json)?/, "")
        .replace(/```$/, ""),
    )
  } catch {
    return []
  }
  const list = isFields(value) && Array.isArray(value.tool_calls) ? value.tool_calls : value
  return (Array.isArray(list) ? list : [list]).flatMap((one: unknown) => {
    if (!isFields(one)) return []
    const { name, arguments: given, parameters } = isFields(one.function) ? one.function : one
    if (typeof name !== "string" || !tools.has(name)) return []
    return { name, arguments: argumentsText(given ?? parameters ?? {}) }
  })
}

/** Arguments are a text of JSON, or an object. */
export const argumentsText = (given: unknown): string => (typeof given === "string" ? given : JSON.stringify(given))
