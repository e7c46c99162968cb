import { syntaxTree } from "@codemirror/language"
import type { Range } from "@codemirror/state"
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view"
import { disguisedHost } from "~/rules/link-host"
import { linksOf } from "~/rules/text-links"
import { textParts } from "~/rules/text-parts"
import { addressOf, isPicture } from "~/ui/file/file-kind"
import { file } from "~/ui/file/texts"
import { planNotes } from "~/ui/note/texts"

/** Renders Markdown in place, and shows its source on the lines being edited. Never changes the text. */

/** An element that replaces text. CodeMirror requires a class. */
class Drawn extends WidgetType {
  constructor(
    readonly key: string,
    readonly draw: () => HTMLElement,
  ) {
    super()
  }
  override toDOM = () => this.draw()
  override eq = (other: Drawn) => other.key === this.key
  override ignoreEvent = () => false
}

const element = (name: string, className: string, text = "") => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const hidden = Decoration.replace({})
const bullet = Decoration.replace({ widget: new Drawn("bullet", () => element("span", "md-bullet", "•")) })
const rule = Decoration.replace({ widget: new Drawn("rule", () => element("span", "md-rule")) })

const box = (checked: boolean) =>
  Decoration.replace({
    widget: new Drawn(`box ${checked}`, () => {
      const made = element("input", "md-box") as HTMLInputElement
      made.type = "checkbox"
      made.checked = checked
      made.ariaLabel = planNotes.task
      return made
    }),
  })

const picture = (planId: number, fileName: string, name: string) =>
  Decoration.replace({
    widget: new Drawn(`file ${planId} ${fileName} ${name}`, () => {
      const href = addressOf(planId, fileName)
      const link = element("a", isPicture(name) ? "text-picture" : "file-chip", isPicture(name) ? "" : name)
      Object.assign(link, { href, target: "_blank", rel: "noopener noreferrer" })
      if (isPicture(name)) {
        const image = element("img", "") as HTMLImageElement
        Object.assign(image, { src: href, alt: name, loading: "lazy" })
        image.onerror = () => link.replaceWith(element("span", "file-chip gone", file.gone))
        link.append(image)
      }
      return link
    }),
  })

const styles: Record<string, Decoration> = {
  StrongEmphasis: Decoration.mark({ class: "md-strong" }),
  Emphasis: Decoration.mark({ class: "md-em" }),
  Strikethrough: Decoration.mark({ class: "md-del" }),
  InlineCode: Decoration.mark({ class: "md-code" }),
}
const lines: Record<string, Decoration> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`ATXHeading${n}`, Decoration.line({ class: `md-h md-h${n}` })])),
  SetextHeading1: Decoration.line({ class: "md-h md-h1" }),
  SetextHeading2: Decoration.line({ class: "md-h md-h2" }),
  Blockquote: Decoration.line({ class: "md-quote" }),
  FencedCode: Decoration.line({ class: "md-fence" }),
  CodeBlock: Decoration.line({ class: "md-fence" }),
}
const marks = new Set(["EmphasisMark", "StrikethroughMark", "QuoteMark", "LinkMark"])

const link = (href: string) => Decoration.mark({ class: "md-link", attributes: { "data-href": href, title: href } })

const hostAfter = (host: string) =>
  Decoration.widget({ side: 1, widget: new Drawn(`host ${host}`, () => element("bdi", "md-host", ` (${host})`)) })

const isWeb = (href: string) => /^https?:\/\//i.test(href)

const decorationsOf = (view: EditorView): DecorationSet => {
  const { state } = view
  const { doc } = state
  const found: Range<Decoration>[] = []
  const written = new Set<number>()
  if (view.hasFocus && !state.readOnly) {
    for (const { from, to } of state.selection.ranges) {
      for (let at = doc.lineAt(from).number; at <= doc.lineAt(to).number; at++) written.add(at)
    }
  }
  const isWritten = (at: number) => written.has(doc.lineAt(at).number)
  const text = (from: number, to: number) => doc.sliceString(from, to)
  const replace = (decoration: Decoration, from: number, to: number) => {
    if (to > from && !isWritten(from)) found.push(decoration.range(from, to))
  }

  const addLink = (shown: string, href: string, { from, to }: { from: number; to: number }) => {
    found.push(link(href).range(from, to))
    const host = isWritten(from) ? undefined : disguisedHost(shown, href)
    if (host) found.push(hostAfter(host).range(to))
  }

  for (const { from, to } of view.visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        const { name } = node
        const style = styles[name]
        if (style) found.push(style.range(node.from, node.to))
        const lineStyle = lines[name]
        if (lineStyle) {
          const last = doc.lineAt(Math.min(node.to, to)).number
          for (let at = doc.lineAt(Math.max(node.from, from)).number; at <= last; at++)
            found.push(lineStyle.range(doc.line(at).from))
        }
        if (name === "HeaderMark" && node.node.parent?.name.startsWith("ATX")) {
          replace(hidden, node.from, Math.min(node.to + 1, doc.lineAt(node.from).to))
        } else if (name === "CodeMark" && node.node.parent?.name === "InlineCode") {
          replace(hidden, node.from, node.to)
        } else if (marks.has(name)) {
          replace(hidden, node.from, node.to)
        } else if (name === "HorizontalRule") {
          replace(rule, node.from, node.to)
        } else if (name === "ListMark" && /[-*+]/.test(text(node.from, node.to))) {
          const task = node.node.nextSibling?.name === "Task"
          replace(task ? hidden : bullet, node.from, task ? node.to + 1 : node.to)
        } else if (name === "TaskMarker") {
          replace(box(/x/i.test(text(node.from, node.to))), node.from, node.to)
        } else if (name === "Image") {
          const [part] = textParts(text(node.from, node.to))
          if (part?.kind === "file" && !isWritten(node.from)) {
            found.push(picture(part.planId, part.fileName, part.name).range(node.from, node.to))
            return false
          }
        } else if (name === "Link") {
          const url = node.node.getChild("URL")
          const href = url ? text(url.from, url.to) : ""
          if (isWeb(href)) addLink(text(node.from + 1, url?.from ?? node.to), href, node)
          // The brackets are separate marks; the address follows them.
          if (url) replace(hidden, url.from, url.to)
        } else if (name === "URL" && node.node.parent?.name !== "Link" && node.node.parent?.name !== "Image") {
          for (const { from, to, href } of linksOf(text(node.from, node.to)))
            addLink(href, href, { from: node.from + from, to: node.from + to })
        }
        return undefined
      },
    })
  }
  return Decoration.set(found, true)
}

/** Opens links with Ctrl or Cmd, or in read-only text; ticks a box by editing its mark. */
const onMouseDown = (event: MouseEvent, view: EditorView): boolean => {
  const target = event.target as HTMLElement
  const href = target.closest<HTMLElement>("[data-href]")?.dataset.href
  if (href && (event.ctrlKey || event.metaKey || view.state.readOnly)) {
    window.open(href, "_blank", "noopener,noreferrer")
    event.preventDefault()
    return true
  }
  if (!target.matches(".md-box")) return false
  event.preventDefault()
  if (view.state.readOnly) return true
  const from = view.posAtDOM(target)
  const mark = view.state.doc.sliceString(from, from + 3)
  if (/^\[[ x]\]$/i.test(mark))
    view.dispatch({ changes: { from, to: from + 3, insert: mark === "[ ]" ? "[x]" : "[ ]" }, userEvent: "input" })
  return true
}

export const livePreview = ViewPlugin.define(
  (view) => ({
    decorations: decorationsOf(view),
    update(update: ViewUpdate) {
      const parsed = syntaxTree(update.startState) !== syntaxTree(update.state)
      if (update.docChanged || update.viewportChanged || update.selectionSet || update.focusChanged || parsed)
        this.decorations = decorationsOf(update.view)
    },
  }),
  { decorations: (plugin) => plugin.decorations, eventHandlers: { mousedown: onMouseDown } },
)
