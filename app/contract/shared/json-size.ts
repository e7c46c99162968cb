/** The time and memory that parsing takes depend on these rather than on the bytes: a megabyte of 340,000 empty objects takes 150 ms. */
export type JsonSize = {
  depth: number
  /** Elements and members, and a list or object once more. */
  values: number
  /** Different names of members. */
  names: number
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Secret, so that a sender cannot choose names with the same hash. */
const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0
const names = new Set<number>()

/** Which of `most` the JSON in UTF-8 exceeds, found without parsing it; undefined: none, also of broken JSON. */
export const exceeded = (json: Uint8Array, most: JsonSize): keyof JsonSize | undefined => {
  const countsNames = most.names < Number.POSITIVE_INFINITY
  let [depth, values] = [0, 0]
  let hash = seed
  names.clear()
  for (let at = 0; at < json.length; at++) {
    const code = json[at]
    if (code === quote) {
      hash = seed
      let escaped = false
      for (at++; at < json.length && (escaped || json[at] !== quote); at++) {
        hash = Math.imul(hash ^ (json[at] as number), 0x01000193)
        escaped = !escaped && json[at] === backslash
      }
    } else if (code === colon) {
      if (countsNames && names.add(hash).size > most.names) return "names"
    } else if (code === comma) {
      if (++values > most.values) return "values"
    } else if (code === openArray || code === openObject) {
      if (++depth > most.depth) return "depth"
      if (++values > most.values) return "values"
    } else if (code === closeArray || code === closeObject) depth--
  }
  return undefined
}

/** A body's JSON: the deepest call has five levels, and the longest order that fits in a mebibyte some 110,000 values. */
const most: JsonSize = { depth: 32, values: 150_000, names: 1_000 }

const faults: Record<keyof JsonSize, string> = {
  depth: `The body is nested more than ${most.depth} levels deep.`,
  values: `The body has more than ${most.values.toLocaleString("en")} values. Send less at once.`,
  names: `The body has more than ${most.names.toLocaleString("en")} different field names.`,
}

/** Why JSON in UTF-8 is not parsed for a caller; undefined: it may be. */
export const sizeFault = (bytes: Uint8Array): string | undefined => {
  const what = exceeded(bytes, most)
  return what && faults[what]
}
