import "./note-editor.css"
import { Clock, History, Link, Trash2, Users, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { call, isOffline } from "~/client/api"
import type { NoteEditing } from "~/client/note/note-editing"
import type { NoteStore } from "~/client/note/note-store"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import { fileCalls } from "~/contract/file"
import type { Note, NoteType, Visibility } from "~/contract/note"
import { limits } from "~/contract/shared/bounds"
import { deepLinkPath } from "~/contract/shared/deep-link"
import { type FileInText, withFiles } from "~/rules/text-parts"
import { file as fileTexts } from "~/ui/file/texts"
import { planNotes } from "~/ui/note/texts"
import type { NoteTypeEntry } from "~/ui/note/use-note-types"
import { Tag } from "~/ui/parts/badge"
import { Button, IconButton } from "~/ui/parts/button"
import { FieldError } from "~/ui/parts/field"
import { OnDemand } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { SaveStatus } from "~/ui/parts/use-autosave"
import { useBackCloses } from "~/ui/parts/use-back-closes"
import { useBoard, useObserved } from "~/ui/plan/board-context"

const loadEditor = () => import("~/ui/note/markdown-editor")
const loadVersions = () => import("~/ui/note/note-versions")
const loadClash = () => import("~/ui/note/note-clash")

/** The time after the last key in which a person counts as writing, ms. */
const writingFor = 60_000

type NoteEditorProps = {
  noteStore: NoteStore
  editing: NoteEditing
  types: readonly NoteTypeEntry[]
  /** Focuses the text of a new note. */
  focus: boolean
  onRemove(note: Note): void
  onClose(): void
}

/** A plan note: title, text, visibility, type and versions; read-only without the right to edit. */
export const NoteEditor = ({ noteStore, editing, types, focus, onRemove, onClose }: NoteEditorProps) => {
  useBackCloses(onClose)
  const { session, user } = useBoard()
  const { id, fields, saving, failure, theirs, gone } = useObserved(editing.state)
  const list = useObserved(noteStore.notes)
  const note: Note | undefined = Array.isArray(list) ? list.find((each) => each.id === id) : undefined
  const mine = id === null || (note?.createdById ?? user.id) === user.id
  const readOnly = id !== null && note !== undefined && !note.canEdit
  const fixed = readOnly || theirs !== undefined || gone
  const [versions, setVersions] = useState(false)
  const region = useRef<HTMLElement>(null)
  const typing = useTyping(id !== null && fields.visibility === 1 ? id : null)
  const waits = saving === "failed" && isOffline(failure)
  const change = (changed: Parameters<NoteEditing["change"]>[0]) => {
    editing.change(changed)
    typing()
  }
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(
        `${location.origin}${deepLinkPath(session.planId, { type: "note", id: id ?? 0 })}`,
      )
      showToast({ kind: "success", text: planNotes.linkCopied })
    } catch {
      showToast({ kind: "error", text: planNotes.linkNotCopied })
    }
  }
  const [part, attach] = useAttach(editing)

  return (
    <section
      ref={region}
      className="note-editor flow"
      data-saving={saving}
      aria-label={planNotes.editor}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        // Keeps the panel open.
        event.preventDefault()
        onClose()
      }}
    >
      <div className="row">
        <input
          className="note-title strong grow bare"
          aria-label={planNotes.title}
          placeholder={readOnly ? undefined : fields.content.trim() === "" ? planNotes.title : planNotes.titleFromText}
          dir="auto"
          maxLength={limits.name}
          readOnly={fixed}
          value={fields.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        {readOnly && <Tag>{planNotes.readOnly}</Tag>}
        <IconButton small label={planNotes.close} onClick={onClose}>
          <X className="icon small" aria-hidden="true" />
        </IconButton>
      </div>
      <Writers noteId={id} />
      {gone && (
        <div className="note-warning row" role="alert">
          <p className="grow">{planNotes.gone}</p>
          <Button size="small" onClick={editing.renew}>
            {planNotes.saveAsNew}
          </Button>
        </div>
      )}
      {theirs ? (
        <OnDemand key="clash" load={loadClash} onClose={() => {}}>
          {({ NoteClash }) => <NoteClash mine={fields} theirs={theirs} onResolve={editing.resolve} />}
        </OnDemand>
      ) : versions && note ? (
        <OnDemand key="versions" load={loadVersions} onClose={() => setVersions(false)}>
          {({ NoteVersions }) => (
            <NoteVersions noteStore={noteStore} note={note} text={fields.content} onBack={() => setVersions(false)} />
          )}
        </OnDemand>
      ) : (
        <OnDemand key="editor" load={loadEditor} onClose={onClose}>
          {({ MarkdownEditor }) => (
            <MarkdownEditor
              label={planNotes.content}
              hint={readOnly ? "" : planNotes.hint}
              text={fields.content}
              readOnly={fixed}
              focus={focus}
              onChange={(content) => change({ content })}
              onFiles={attach}
            />
          )}
        </OnDemand>
      )}
      {saving === "failed" && !waits && !theirs && !gone && (
        <FieldError>
          {messageOf(failure, planNotes.notSaved)}
          <Button size="small" variant="ghost" onClick={() => void editing.flush()}>
            {common.tryAgain}
          </Button>
        </FieldError>
      )}
      <div className="note-bar row wraps rigid">
        {!readOnly && (
          <>
            <select
              className="input soft"
              aria-label={planNotes.visibility}
              disabled={fixed || !mine}
              value={fields.visibility}
              onChange={({ target }) => change({ visibility: Number(target.value) as Visibility })}
            >
              {planNotes.visibilities.map((label, value) => (
                <option key={label} value={value}>
                  {label}
                </option>
              ))}
            </select>
            {types.length > 0 && (
              <select
                className="input soft"
                aria-label={planNotes.type}
                disabled={fixed}
                value={fields.type}
                onChange={({ target }) => change({ type: Number(target.value) as NoteType })}
              >
                {types.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </>
        )}
        {note && (
          <IconButton small label={planNotes.versions} aria-pressed={versions} onClick={() => setVersions(!versions)}>
            <History className="icon small" aria-hidden="true" />
          </IconButton>
        )}
        {note?.canEdit && (
          <IconButton small label={planNotes.remove} onClick={() => onRemove(note)}>
            <Trash2 className="icon small" aria-hidden="true" />
          </IconButton>
        )}
        {note?.visibility === 1 && (
          <IconButton small label={planNotes.copyLink} onClick={copyLink}>
            <Link className="icon small" aria-hidden="true" />
          </IconButton>
        )}
        <span className="grow" />
        {part !== undefined && (
          <span className="save-status row rigid fine" role="status">
            {fileTexts.uploading}
            <progress aria-label={fileTexts.uploading} max={1} value={part} />
          </span>
        )}
        {waits && !theirs && !gone ? (
          <span className="save-status row rigid fine waiting" role="status">
            <Clock className="icon small" aria-hidden="true" />
            {planNotes.waiting}
          </span>
        ) : (
          !readOnly && <SaveStatus state={saving} />
        )}
      </div>
    </section>
  )
}

const Writers = ({ noteId }: { noteId: number | null }) => {
  const { session } = useBoard()
  const names = useObserved(session.writers).get(noteId ?? 0)
  return (
    <div className="note-writers row fine" role="status">
      {names && (
        <>
          <Users className="icon small" aria-hidden="true" />
          {planNotes.writing(names)}
        </>
      )}
    </div>
  )
}

/** Uploads files to the note, saving a new note first; reports progress. */
const useAttach = (editing: NoteEditing) => {
  const { planId } = useBoard().session
  const [part, setPart] = useState<number>()
  const attach = async (files: readonly File[]): Promise<string> => {
    const added: FileInText[] = []
    try {
      setPart(0)
      const { fields } = editing.state.get()
      if (fields.title.trim() === "" && fields.content.trim() === "")
        editing.change({ title: [...(files[0]?.name ?? "")].slice(0, limits.name).join("") })
      await editing.flush()
      const { id: noteId } = editing.state.get()
      if (noteId === null) throw new Error("The note is not made.")
      const owner = { noteId }
      for (const file of files) {
        const made = await call(fileCalls.upload, { planId, file, ...owner }, { onProgress: setPart })
        added.push({ planId, fileName: made.uniqueFileName, name: made.friendlyName })
      }
    } catch (thrown) {
      const { id: noteId } = editing.state.get()
      if (isOffline(thrown) && noteId !== null) {
        void uploadsOf(planId).add(files.slice(added.length), { noteId })
        showToast({ kind: "info", text: fileTexts.waitingToSend })
      } else
        showToast({ kind: "error", text: fileTexts.uploadFailed, more: messageOf(thrown, planNotes.fileNeedsNote) })
    } finally {
      setPart(undefined)
    }
    return withFiles("", added)
  }
  return [part, attach] as const
}

/** Announces to other members that this person is writing; never for a private note (null). */
const useTyping = (noteId: number | null) => {
  const { session } = useBoard()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      session.write(null)
    },
    [session],
  )
  return () => {
    clearTimeout(timer.current)
    session.write(noteId)
    timer.current = setTimeout(() => session.write(null), writingFor)
  }
}
