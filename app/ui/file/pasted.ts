const isUri = /^file:\/\//i

/** Characters that are not seen, and the one that some programs write in place of a picture. */
const unseen = /[\p{Cc}\p{Cf}\ufffc]/gu

const nameIn = (line: string) => {
  const name = line.replace(/^.*[\\/]/, "")
  if (!isUri.test(line)) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Systems write one name in composed and decomposed letters. */
const comparable = (name: string) => name.normalize("NFC").toLowerCase()

/**
 * Whether pasted files come with a text, which is pasted instead: spreadsheets and word processors add a picture of it. A
 * file manager adds only the names of the files.
 */
export const hasText = ({ files, getData }: { files: Iterable<{ name: string }>; getData(type: string): string }) => {
  // A file manager may hide the endings of names.
  const names = new Set([...files].flatMap(({ name }) => [name, name.replace(/\.[^.]+$/, "")].map(comparable)))
  const lines = getData("text/plain").split(/[\r\n]/)
  const isFile = (line: string) => names.has(comparable(nameIn(line)))
  return lines.map((line) => line.replace(unseen, "").trim()).some((line) => line !== "" && !isFile(line))
}

/** The pasted files, and whether a text that comes along is pasted instead. */
export const pastedFiles = (data: DataTransfer | null) => {
  const files = [...(data?.files ?? [])]
  const instead = files.length > 0 && hasText({ files, getData: (type) => data?.getData(type) ?? "" })
  return { files, instead }
}
