import "~/ui/parts/text-parts.css"
import { File, FileText, FileX } from "lucide-react"
import { memo, type ReactNode, useEffect, useMemo, useState } from "react"
import type { FileEntry } from "~/contract/file"
import { type FileInText, type TextPart, textParts } from "~/rules/text-parts"
import { filesInLines, mayBeMarkdown, withFilesApart, withoutBreaks } from "~/ui/comment/comment-parts"
import { commentTexts as texts } from "~/ui/comment/texts"
import { addressOf, isPicture } from "~/ui/file/file-kind"
import { file as fileTexts } from "~/ui/file/texts"
import { LinkText } from "~/ui/parts/links"
import { Marked } from "~/ui/parts/marked"
import { useBoard } from "~/ui/plan/board-context"

/** The card's files by stored name; undefined while loading. */
export type CardFiles = ReadonlyMap<string, FileEntry>

type CommentBodyProps = {
  content: string
  files: CardFiles | undefined
  /** The text that is searched for, folded. */
  wanted?: string
}

/** Longer texts are folded. */
const mostCharacters = 1_200
const mostLines = 16

const loadMarkdown = () => import("~/ui/comment/comment-markdown")
let loaded: Awaited<ReturnType<typeof loadMarkdown>> | undefined

/** The renderer of Markdown; undefined while it is loading, and where it cannot be loaded. */
const useMarkdown = (wanted: boolean) => {
  const [markdown, setMarkdown] = useState(loaded)
  useEffect(() => {
    if (!wanted || loaded) return setMarkdown(loaded)
    let shown = true
    loadMarkdown().then(
      (module) => {
        loaded = module
        if (shown) setMarkdown(module)
      },
      () => {},
    )
    return () => {
      shown = false
    }
  }, [wanted])
  return wanted ? markdown : undefined
}

/** Renders a comment's text: its Markdown, mentions, links and files. */
export const CommentBody = memo(function CommentBody({ content, files, wanted = "" }: CommentBodyProps) {
  const long = content.length > mostCharacters || content.split("\n", mostLines + 1).length > mostLines
  const [whole, setWhole] = useState(false)
  const parts = useMemo(() => textParts(content), [content])
  const inLines = useMemo(() => filesInLines(parts), [parts])
  const markdown = useMarkdown(mayBeMarkdown(parts))
  const draw = (some: readonly TextPart[]): ReactNode => {
    let at = 0
    return withoutBreaks(some, inLines).map((part) => {
      const key = at++
      if (part.kind === "text") return wanted === "" ? part.text : <Marked key={key} text={part.text} wanted={wanted} />
      if (part.kind === "file")
        return (
          <span key={key} className={inLines.has(part) ? "comment-file" : undefined}>
            <CommentFile file={part} files={files} />
          </span>
        )
      if (part.kind === "mention")
        return (
          <span key={key} className="mention-name">
            <Marked text={`@${part.name}`} wanted={wanted} />
          </span>
        )
      return (
        <a key={key} href={part.href} target="_blank" rel="noopener noreferrer">
          <LinkText text={part.text} href={part.href} />
        </a>
      )
    })
  }
  const [text, filesAfter] = withFilesApart(parts, inLines)
  return (
    <>
      <div className="comment-body breaks" data-folded={(long && !whole) || undefined}>
        {markdown ? (
          <>
            <markdown.CommentMarkdown parts={text} draw={draw} />
            {draw(filesAfter)}
          </>
        ) : (
          draw(parts)
        )}
      </div>
      {long && (
        <button type="button" className="comment-more fine" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? texts.less : texts.more}
        </button>
      )}
    </>
  )
})

type Shown = { name: string; mimeType?: string; thumbnail?: string }

/** A file named in a comment; opens in a new tab. A file missing from the card may belong to another card or be deleted. */
const CommentFile = ({ file, files }: { file: FileInText; files: CardFiles | undefined }) => {
  const { planId } = useBoard().session
  const foreign = file.planId !== planId
  const listed = files?.get(file.fileName)
  const elsewhere = useIsThere(file, files !== undefined && !listed && !foreign)
  if (foreign || elsewhere === false) {
    return (
      <span className="file-chip gone">
        <FileX className="icon small" aria-hidden="true" />
        {fileTexts.gone}
      </span>
    )
  }
  if (!listed && elsewhere === undefined) return <span className="file-chip">{texts.fileLoading}</span>
  const shown: Shown = listed
    ? { name: listed.friendlyName, mimeType: listed.mimeType, thumbnail: listed.thumbnailFileName ?? undefined }
    : { name: file.name }
  return <FileLink file={file} {...shown} />
}

const FileLink = ({ file: { planId, fileName }, name, mimeType, thumbnail }: { file: FileInText } & Shown) => {
  const [failed, setFailed] = useState(false)
  const href = addressOf(planId, fileName)
  if (isPicture(name, mimeType) && !failed) {
    return (
      <a className="text-picture" href={href} target="_blank" rel="noopener noreferrer" data-tip={name}>
        <img
          src={thumbnail ? addressOf(planId, thumbnail) : href}
          alt={name}
          width={200}
          height={120}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      </a>
    )
  }
  const Icon = mimeType?.startsWith("text/") || mimeType === "application/pdf" ? FileText : File
  return (
    <a className="file-chip" href={addressOf(planId, fileName, name)} target="_blank" rel="noopener noreferrer">
      <Icon className="icon small" aria-hidden="true" />
      <span className="truncate" dir="auto">
        {name}
      </span>
    </a>
  )
}

/** Whether a file exists; undefined until known, true without a connection. */
const useIsThere = ({ planId, fileName }: FileInText, wanted: boolean) => {
  const [there, setThere] = useState<boolean>()
  useEffect(() => {
    if (!wanted) return setThere(undefined)
    const stop = new AbortController()
    fetch(addressOf(planId, fileName), { method: "HEAD", signal: stop.signal }).then(
      ({ ok }) => setThere(ok),
      () => {
        if (!stop.signal.aborted) setThere(true)
      },
    )
    return () => stop.abort()
  }, [planId, fileName, wanted])
  return there
}
