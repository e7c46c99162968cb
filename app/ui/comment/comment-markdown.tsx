import { parser, Strikethrough, TaskList } from "@lezer/markdown"
import { Fragment, type ReactNode } from "react"
import type { TextPart } from "~/rules/text-parts"
import { commentTexts as texts } from "~/ui/comment/texts"
import "./comment-markdown.css"

/** Links are parts of the text already; HTML stays text. */
const comments = parser.configure([
  Strikethrough,
  TaskList,
  { remove: ["HTMLBlock", "LinkReference", "Entity", "HTMLTag", "Link", "Image", "LinkEnd", "Autolink"] },
])

type SyntaxNode = ReturnType<typeof comments.parse>["topNode"]

/** Deeper nesting stays text: it would overflow the stack. */
const deepest = 24

/** Replaces a mention, link or file while the text is parsed. The parser takes it for a letter. */
const placeholder = "\ue000"

type CommentMarkdownProps = {
  parts: readonly TextPart[]
  /** Draws a piece of the text with its mentions, links and files. */
  draw(parts: readonly TextPart[]): ReactNode
}

/** Renders a comment's Markdown as the notes do. Import it lazily: it loads a parser. */
export const CommentMarkdown = ({ parts, draw }: CommentMarkdownProps) => (
  <div className="comment-markdown">{rendered(parts, draw)}</div>
)

const rendered = (parts: readonly TextPart[], draw: CommentMarkdownProps["draw"]): ReactNode => {
  const { text, placed } = withPlaceholders(parts)
  const top = comments.parse(text).topNode
  return isDeep(top) ? draw(parts) : childrenOf(top, { text, placed, draw, nested: false })
}

type Source = {
  text: string
  /** The parts that placeholders replace, by offset. */
  placed: ReadonlyMap<number, TextPart>
  draw: CommentMarkdownProps["draw"]
  /** In a list or quote, whose lines are indented. */
  nested: boolean
}

const withPlaceholders = (parts: readonly TextPart[]) => {
  const placed = new Map<number, TextPart>()
  let text = ""
  for (const part of parts) {
    if (part.kind === "text") {
      for (const { index } of part.text.matchAll(new RegExp(placeholder, "g")))
        placed.set(text.length + index, { kind: "text", text: placeholder })
      text += part.text
    } else {
      placed.set(text.length, part)
      text += placeholder
    }
  }
  return { text, placed }
}

const isDeep = (top: SyntaxNode): boolean => {
  const cursor = top.cursor()
  let depth = 0
  let goesDown = true
  for (;;) {
    if (goesDown && cursor.firstChild()) {
      if (++depth > deepest) return true
    } else if (cursor.nextSibling()) goesDown = true
    else if (cursor.parent()) {
      depth--
      goesDown = false
    } else return false
  }
}

/** A range of the text as it is. */
const plain = ({ text, placed, draw, nested }: Source, from: number, to: number): ReactNode => {
  const parts: TextPart[] = []
  let at = from
  const textTo = (end: number) => {
    const piece = text.slice(at, end)
    if (piece !== "") parts.push({ kind: "text", text: nested ? piece.replace(/\n[ \t]+/g, "\n") : piece })
  }
  for (let found = text.indexOf(placeholder, at); found >= 0 && found < to; found = text.indexOf(placeholder, at)) {
    textTo(found)
    const part = placed.get(found)
    if (part) parts.push(part)
    at = found + 1
  }
  textTo(to)
  return parts.length === 0 ? null : <Fragment key={from}>{draw(parts)}</Fragment>
}

const marks = new Set([
  "EmphasisMark",
  "StrikethroughMark",
  "QuoteMark",
  "HeaderMark",
  "ListMark",
  "CodeMark",
  "CodeInfo",
])
const blocks = new Set(["Document", "Blockquote", "BulletList", "OrderedList", "ListItem"])

/** The content of a node: its marks are left out, and so is the space between blocks. */
const childrenOf = (node: SyntaxNode, source: Source): ReactNode[] => {
  const drawn: ReactNode[] = []
  const between = (from: number, to: number) => {
    if (from < to && !blocks.has(node.name)) drawn.push(plain(source, from, to))
  }
  let at = node.from
  for (let child = node.firstChild; child; child = child.nextSibling) {
    const before = source.text.slice(at, child.from)
    const closes = child.name === "HeaderMark" && child.from > node.from
    between(at, at + (closes ? before.trimEnd() : before).length)
    at = child.to
    if (!marks.has(child.name)) drawn.push(drawnNode(child, source))
    else if (/^(?:Quote|Header)Mark$/.test(child.name))
      at += /^[ \t]*/.exec(source.text.slice(at, node.to))?.[0].length ?? 0
  }
  between(at, node.to)
  return drawn
}

const drawnNode = (node: SyntaxNode, source: Source): ReactNode => {
  const { name, from: key } = node
  const inner = () => childrenOf(node, source)
  const nested = () => childrenOf(node, { ...source, nested: true })
  if (name === "Paragraph") return <p key={key}>{inner()}</p>
  if (/^(?:ATX|Setext)Heading/.test(name))
    return (
      <h3 key={key} className={`level-${name.slice(-1)}`}>
        {inner()}
      </h3>
    )
  switch (name) {
    case "Emphasis":
      return <em key={key}>{inner()}</em>
    case "StrongEmphasis":
      return <strong key={key}>{inner()}</strong>
    case "Strikethrough":
      return <del key={key}>{inner()}</del>
    case "InlineCode":
      return <code key={key}>{inner()}</code>
    case "FencedCode":
    case "CodeBlock":
      return (
        <pre key={key}>
          <code>{codeOf(node, source)}</code>
        </pre>
      )
    case "Blockquote":
      return <blockquote key={key}>{nested()}</blockquote>
    case "BulletList":
      return <ul key={key}>{nested()}</ul>
    case "OrderedList":
      return <ol key={key}>{nested()}</ol>
    case "ListItem":
      return <Item key={key} mark={markOf(node, source)} content={nested()} />
    case "Task":
      return <p key={key}>{inner()}</p>
    case "TaskMarker":
      return (
        <input
          key={key}
          type="checkbox"
          disabled
          checked={/x/i.test(source.text.slice(node.from, node.to))}
          aria-label={texts.task}
        />
      )
    case "HorizontalRule":
      return <hr key={key} />
    default:
      return plain(source, node.from, node.to)
  }
}

/** The lines of a code block. Those in quotes are separate nodes. */
const codeOf = (node: SyntaxNode, source: Source) =>
  node.getChildren("CodeText").map(({ from, to }) => plain({ ...source, nested: false }, from, to))

const markOf = (item: SyntaxNode, { text }: Source) => {
  const mark = item.getChild("ListMark")
  const written = mark ? text.slice(mark.from, mark.to) : ""
  return item.getChild("Task") ? "" : /^[-*+]$/.test(written) ? "•" : written
}

const Item = ({ mark, content }: { mark: string; content: ReactNode }) => (
  <li>
    {mark !== "" && (
      <span className="list-mark" aria-hidden="true">
        {mark}
      </span>
    )}
    <div>{content}</div>
  </li>
)
