// mirrorTexts(texts): English texts written from right to left, to see whether a layout still works.

const rightToLeft = (text: string) => `\u200f\u202e${text}\u202c`
const known = new WeakMap<object, object>()

export const mirrorTexts = (english: object): object => {
  const found = known.get(english)
  if (found) return found
  const made = mirrorOf(english) as object
  known.set(english, made)
  return made
}

const mirrorOf = (value: unknown): unknown => {
  // A colour is no text.
  if (typeof value === "string") return /^\s*$|^#[0-9a-f]{6}$/.test(value) ? value : rightToLeft(value)
  if (typeof value === "function") return (...given: unknown[]) => mirrorOf(value(...given))
  if (Array.isArray(value)) return value.map(mirrorOf)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mirrorOf(each)]))
}
