/** Replaces lone halves of surrogate pairs and NULs in all texts of a JSON value, and returns how many it replaced. */
export const makeWellFormed = (value: unknown): number => {
  let count = 0
  const replaced = (text: string) => {
    // A text in proportion to a file: searched once before it is copied.
    if (!broken.test(text)) return text
    return text.replace(new RegExp(broken, "gu"), () => {
      count++
      return "\ufffd"
    })
  }
  const walk = (holder: Record<string, unknown> | unknown[]) => {
    for (const key of Object.keys(holder)) {
      const each = (holder as Record<string, unknown>)[key]
      if (typeof each === "string") (holder as Record<string, unknown>)[key] = replaced(each)
      else if (each !== null && typeof each === "object") walk(each as Record<string, unknown>)
    }
  }
  const root = { value }
  walk(root)
  return count
}

const broken = /[\p{Surrogate}\0]/u

/** Whether the text of a JSON file may hold such a character. */
export const mayBeBroken = (json: string) => /\\u(?:[dD][89a-fA-F]|0000)/.test(json)
