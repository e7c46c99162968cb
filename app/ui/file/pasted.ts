const isUri = /^file:\/\//i

const nameIn = (line: string) => {
  const name = line.replace(/^.*[\\/]/, "")
  if (!isUri.test(line)) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Whether pasted files come with a text, which is pasted instead: spreadsheets and word processors add a picture of it. A
 * file manager adds only the names of the files.
 */
export const hasText = ({ files, getData }: { files: Iterable<{ name: string }>; getData(type: string): string }) => {
  const names = new Set([...files].map(({ name }) => name))
  const lines = getData("text/plain").split(/[\r\n]/)
  return lines.some((line) => line.trim() !== "" && !names.has(nameIn(line.trim())))
}

/** The pasted files, and whether a text that comes along is pasted instead. */
export const pastedFiles = (data: DataTransfer | null) => {
  const files = [...(data?.files ?? [])]
  const instead = files.length > 0 && hasText({ files, getData: (type) => data?.getData(type) ?? "" })
  return { files, instead }
}
