// textOfFile(bytes): the text of a file in UTF-8, UTF-16 or Windows-1252.
import type { LeftOut } from "./left-out"

type FileText = { text: string; leftOut: LeftOut[] }

/** Undefined: it is not plain text. */
export const textOfFile = (bytes: Uint8Array): FileText | undefined => {
  const wide = wideIn(bytes)
  if (wide) return wideText(bytes, wide)
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), leftOut: [] }
  } catch {
    // Control characters, and bytes that Windows-1252 does not define.
    const text = signsOf(new TextDecoder("windows-1252").decode(bytes))
    return /[^\P{Cc}\t-\r]/u.test(text) ? undefined : { text, leftOut: [{ what: "notUtf8", count: 1 }] }
  }
}

/** Bytes 0x80 to 0x9f of Windows-1252. */
const signs = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** Some versions of Node decode Windows-1252 as Latin-1, which has control characters in place of these signs. */
const signsOf = (text: string) =>
  text.replace(/[\u0080-\u009f]/g, (control) => signs.charAt(control.charCodeAt(0) - 0x80))

type Wide = "utf-16le" | "utf-16be"

/** By the byte order mark; without one by its first two letters, of which one byte each is zero in Latin script. */
const wideIn = (bytes: Uint8Array): Wide | undefined => {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return "utf-16le"
  if (a === 0xfe && b === 0xff) return "utf-16be"
  if (bytes.byteLength < 4 || bytes.byteLength % 2 === 1) return undefined
  if (a && b === 0 && c && d === 0) return "utf-16le"
  return a === 0 && b && c === 0 && d ? "utf-16be" : undefined
}

const wideText = (bytes: Uint8Array, encoding: Wide): FileText | undefined => {
  const units = new Uint8Array(bytes.subarray(0, bytes.byteLength - (bytes.byteLength % 2)))
  // Not every runtime decodes big-endian.
  if (encoding === "utf-16be") {
    for (let at = 0; at < units.byteLength; at += 2) {
      const [high = 0, low = 0] = [units[at], units[at + 1]]
      units[at] = low
      units[at + 1] = high
    }
  }
  const replaced = new Uint16Array(units.buffer, units.byteOffset, units.byteLength / 2)
  const broken = loneSurrogates(replaced) + (bytes.byteLength % 2)
  return {
    text: new TextDecoder("utf-16le").decode(units),
    leftOut: broken === 0 ? [] : [{ what: "brokenCharacters", count: broken }],
  }
}

const loneSurrogates = (units: Uint16Array) => {
  let count = 0
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as number
    if (unit < 0xd800 || unit > 0xdfff) continue
    const next = units[at + 1] ?? 0
    if (unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) at++
    else count++
  }
  return count
}
