import {
  File,
  FileArchive,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
  Presentation,
} from "lucide-react"
import type { FileEntry } from "~/contract/file"
import { numberFormat } from "~/contract/shared/language/format"

export type FileKind =
  | "image"
  | "PDF"
  | "Word"
  | "spreadsheet"
  | "presentation"
  | "video"
  | "audio"
  | "archive"
  | "other"

const kinds: readonly [FileKind, RegExp][] = [
  ["image", /^image\//],
  ["PDF", /^application\/pdf$/],
  ["Word", /msword|wordprocessingml|opendocument\.text|rtf/],
  ["spreadsheet", /ms-excel|spreadsheet|csv/],
  ["presentation", /ms-powerpoint|presentation/],
  ["video", /^video\//],
  ["audio", /^audio\//],
  ["archive", /zip|x-tar|x-7z|rar|gzip|x-bzip2?|x-xz/],
]

type Named = Pick<FileEntry, "mimeType">

/** The kind of a file, by the MIME type that the server detected from its bytes. */
export const kindOf = ({ mimeType }: Named): FileKind => kinds.find(([, types]) => types.test(mimeType))?.[0] ?? "other"

/** The preview of a file; null: it is downloaded instead. Only types that cannot run scripts are previewed. */
export const previewOf = ({ mimeType }: Named): "image" | "PDF" | "text" | null => {
  if (mimeType.startsWith("image/")) return "image"
  if (mimeType === "application/pdf") return "PDF"
  return /^text\/(plain|csv|markdown)$|^application\/json$/.test(mimeType) ? "text" : null
}

/** The icon of each kind, and the goal colour of its tint. */
export const looks: Record<FileKind, { Icon: LucideIcon; color: string }> = {
  image: { Icon: FileImage, color: "sky" },
  PDF: { Icon: FileText, color: "rose" },
  Word: { Icon: FileText, color: "cobalt" },
  spreadsheet: { Icon: FileSpreadsheet, color: "jade" },
  presentation: { Icon: Presentation, color: "amber" },
  video: { Icon: FileVideo, color: "iris" },
  audio: { Icon: FileMusic, color: "plum" },
  archive: { Icon: FileArchive, color: "slate" },
  other: { Icon: File, color: "slate" },
}

/** With a `name`, which browsers show in the title of a PDF or of a tab. */
export const addressOf = (planId: number, fileName: string, name = "") => {
  const address = `/api/File/ViewFile/${planId}/${encodeURIComponent(fileName)}`
  return /^\.{0,2}$/.test(name) ? address : `${address}/${encodeURIComponent(name)}`
}

/** A size with one decimal; never 0.0 for a file that is not empty. */
const oneDigit = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })
export const megabytes = (size: number) => oneDigit(size > 0 ? Math.max(0.1, size / 1_048_576) : 0)

const pictures = /\.(jpe?g|png|gif|webp)$/i

export const isPicture = (name: string, mimeType = "") => mimeType.startsWith("image/") || pictures.test(name)
