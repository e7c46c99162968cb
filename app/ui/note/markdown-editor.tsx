import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import { markdownKeymap, markdownLanguage } from "@codemirror/lang-markdown"
import { Annotation, Compartment, EditorState } from "@codemirror/state"
import { EditorView, keymap, placeholder } from "@codemirror/view"
import { useEffect, useRef } from "react"
import { textChanges } from "~/client/note-difference"
import { livePreview } from "~/ui/note/live-preview"
import "./markdown-editor.css"
import "./note-parts.css"

type MarkdownEditorProps = {
  label: string
  hint: string
  text: string
  readOnly: boolean
  /** It takes the focus when it comes. */
  focus: boolean
  onChange(text: string): void
}

/** The change came from elsewhere: it is not told back. */
const fromElsewhere = Annotation.define<boolean>()
const access = new Compartment()
const accessOf = (readOnly: boolean) => [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]

/** Markdown with a live preview. Import it lazily: it brings CodeMirror. */
export const MarkdownEditor = ({ label, hint, text, readOnly, focus, onChange }: MarkdownEditorProps) => {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const latest = useRef(onChange)
  latest.current = onChange

  // biome-ignore lint/correctness/useExhaustiveDependencies: later texts arrive as changes
  useEffect(() => {
    if (!host.current) return
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          markdownLanguage.extension,
          livePreview,
          history(),
          keymap.of([...markdownKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.perLineTextDirection.of(true),
          EditorView.contentAttributes.of({ "aria-label": label, dir: "auto", spellcheck: "true" }),
          placeholder(hint),
          access.of(accessOf(readOnly)),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (docChanged && !transactions.some((each) => each.annotation(fromElsewhere)))
              latest.current(state.doc.toString())
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

  return <div className="markdown" ref={host} />
}
