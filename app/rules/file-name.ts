/** Makes file names of uploads safe to show, store and send in a header. */

const longest = 200
/** Control characters and direction overrides. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/gu
const nameless = "file"

/** Offset of the extension; the name's length when there is none. */
const extensionAt = (name: string) => {
  const at = name.lastIndexOf(".")
  return at <= 0 || at === name.length - 1 || [...name.slice(at)].length > 20 || /\s/.test(name.slice(at))
    ? name.length
    : at
}

/** The extension with its dot; empty when there is none. */
export const extensionOf = (name: string) => name.slice(extensionAt(name))

const cutTo = (base: string, extension: string) =>
  [...base]
    .slice(0, longest - [...extension].length)
    .join("")
    .trim() + extension

/** The last path segment without invisible characters, cut to 200 code points without losing the extension. */
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

/** The new name with the old extension; undefined when only the extension remains. */
export const renamed = (old: string, given: string): string | undefined => {
  const extension = extensionOf(old)
  const name = given.replace(hidden, "").replace(/[/\\]/g, "-").trim()
  const base = (
    extension !== "" && name.toLowerCase().endsWith(extension.toLowerCase()) ? name.slice(0, -extension.length) : name
  ).trim()
  return base === "" || /^\.+$/.test(base) ? undefined : cutTo(base, extension)
}
