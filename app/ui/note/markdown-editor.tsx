import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import { markdownKeymap, markdownLanguage } from "@codemirror/lang-markdown"
import { Annotation, Compartment, EditorState } from "@codemirror/state"
import { EditorView, keymap, placeholder } from "@codemirror/view"
import { Image } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { textChanges } from "~/client/note/note-difference"
import { pastedFiles } from "~/ui/file/pasted"
import { file } from "~/ui/file/texts"
import { livePreview } from "~/ui/note/live-preview"
import { Button } from "~/ui/parts/button"
import { useFileZone } from "~/ui/plan/file-zone"
import "./note-editor.css"
import "~/ui/parts/text-parts.css"

type MarkdownEditorProps = {
  label: string
  hint: string
  text: string
  readOnly: boolean
  /** Takes the focus when it mounts. */
  focus: boolean
  onChange(text: string): void
  /** Handles pasted or dropped files; returns the lines that name them. */
  onFiles(files: readonly File[]): Promise<string>
}

/** Marks a change from outside, which is not reported back. */
const fromElsewhere = Annotation.define<boolean>()
const access = new Compartment()
const accessOf = (readOnly: boolean) => [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]

/** CodeMirror's own rules are in no layer, so only a theme can override them. */
const look = EditorView.theme({
  "&": { flex: "1", minWidth: "0" },
  "&.cm-focused": { outline: "0" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "var(--lh-text)", overflow: "hidden auto" },
  ".cm-content": { padding: "2px 0 8px", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0", overflowWrap: "anywhere" },
  ".cm-line.md-fence": { paddingInline: "8px" },
  ".cm-line.md-quote": { paddingInlineStart: "10px" },
  ".cm-placeholder": { color: "var(--ink-3)" },
})

/** The position below the caret's line. */
const insertLines = (view: EditorView, added: string) => {
  if (added === "") return
  const { doc, selection } = view.state
  const line = doc.lineAt(selection.main.head)
  const insert = `${line.length > 0 ? "\n" : ""}${added}\n`
  view.dispatch({
    changes: { from: line.to, insert },
    selection: { anchor: line.to + insert.length },
    userEvent: "input.paste",
  })
}

/** A Markdown editor with live preview. Import it lazily: it loads CodeMirror. */
export const MarkdownEditor = ({ label, hint, text, readOnly, focus, onChange, onFiles }: MarkdownEditorProps) => {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const latest = useRef({ onChange, onFiles })
  latest.current = { onChange, onFiles }
  /** Pasted with a text, which was inserted instead. */
  const [offered, setOffered] = useState<readonly File[]>([])
  const add = useRef((files: readonly File[]) => {
    const { current: view } = editor
    if (view) void latest.current.onFiles(files).then((added) => insertLines(view, added))
  })
  useFileZone(() => host.current?.closest(".note-editor"), readOnly ? undefined : { take: add.current })

  // biome-ignore lint/correctness/useExhaustiveDependencies: later texts arrive as changes
  useEffect(() => {
    if (!host.current) return
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          markdownLanguage.extension,
          look,
          livePreview,
          history(),
          keymap.of([...markdownKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.perLineTextDirection.of(true),
          EditorView.contentAttributes.of({ "aria-label": label, dir: "auto", spellcheck: "true" }),
          placeholder(hint),
          access.of(accessOf(readOnly)),
          EditorView.domEventHandlers({
            paste: (event, view) => {
              const { files, instead } = pastedFiles(event.clipboardData)
              setOffered(instead && !view.state.readOnly ? files : [])
              if (files.length === 0 || instead || view.state.readOnly) return false
              event.preventDefault()
              add.current(files)
              return true
            },
          }),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (docChanged && !transactions.some((each) => each.annotation(fromElsewhere)))
              latest.current.onChange(state.doc.toString())
          }),
        ],
      }),
    })
    editor.current = view
    if (focus) view.focus()
    return () => view.destroy()
  }, [label, hint])

  useEffect(() => {
    editor.current?.dispatch({ effects: access.reconfigure(accessOf(readOnly)) })
  }, [readOnly])

  useEffect(() => {
    const view = editor.current
    if (!view) return
    const changes = textChanges(view.state.doc.toString(), text)
    if (changes.length > 0) view.dispatch({ changes, annotations: fromElsewhere.of(true) })
  }, [text])

  return (
    <>
      <div className="markdown grow" ref={host} />
      {offered.length > 0 && !readOnly && (
        <Button
          size="small"
          variant="ghost"
          className="attach-too"
          onClick={() => {
            add.current(offered)
            setOffered([])
          }}
        >
          <Image className="icon small" aria-hidden="true" />
          {file.attachToo}
        </Button>
      )}
    </>
  )
}
