/** Names of files, as people gave them: safe to show, to send in a header and to keep. */

const longest = 200
/** Control characters, and those that turn the direction of text around. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/gu
const nameless = "file"

/** Where the extension begins; the name's length when there is none. */
const extensionAt = (name: string) => {
  const at = name.lastIndexOf(".")
  return at <= 0 || at === name.length - 1 || [...name.slice(at)].length > 20 || /\s/.test(name.slice(at))
    ? name.length
    : at
}

/** With its dot; empty when there is none. */
export const extensionOf = (name: string) => name.slice(extensionAt(name))

const cutTo = (base: string, extension: string) =>
  [...base]
    .slice(0, longest - [...extension].length)
    .join("")
    .trim() + extension

/** The last part of what a browser or script calls a file, without what doesn't show, to 200 code points, its extension kept. */
export const cleanFileName = (given: string): string => {
  const last =
    given
      .replace(/\p{Surrogate}/gu, "")
      .split(/[/\\]/)
      .filter((part) => part.trim() !== "")
      .at(-1) ?? ""
  const name = last.replace(hidden, "").trim()
  if (name === "" || /^\.+$/.test(name)) return nameless
  const extension = extensionOf(name)
  return cutTo(name.slice(0, name.length - extension.length), extension)
}

/** The new name with the old extension; undefined when nothing but the extension is left of it. */
export const renamed = (old: string, given: string): string | undefined => {
  const extension = extensionOf(old)
  const name = given.replace(hidden, "").replace(/[/\\]/g, "-").trim()
  const base = (
    extension !== "" && name.toLowerCase().endsWith(extension.toLowerCase()) ? name.slice(0, -extension.length) : name
  ).trim()
  return base === "" || /^\.+$/.test(base) ? undefined : cutTo(base, extension)
}
