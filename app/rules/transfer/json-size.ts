// tooManyValues(json): refuses JSON that would take far more memory as values than as text, before it is parsed.

/** An exported plan at its limits has about a million; each takes up to a hundred bytes. */
const mostValues = 2_500_000
const mostDepth = 200

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = [...'"\\,[]{}'].map((mark) =>
  mark.charCodeAt(0),
)

/** The reason to refuse it; undefined: it may be parsed. */
export const tooManyValues = (json: string): string | undefined => {
  let values = 1
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) {
      for (at++; at < json.length && json.charCodeAt(at) !== quote; at++) if (json.charCodeAt(at) === backslash) at++
    } else if (code === comma) values++
    else if (code === openArray || code === openObject) {
      values++
      if (++depth > mostDepth) return `it nests more than ${mostDepth} levels deep. No plan does.`
    } else if (code === closeArray || code === closeObject) depth--
    if (values > mostValues)
      return `it has more than ${mostValues} values, more than a plan holds. Split it into several files.`
  }
}
