import { ArrowLeft } from "lucide-react"
import { useCallback, useEffect, useState } from "react"
import { callPage } from "~/client/api"
import type { NoteStore } from "~/client/note/note-store"
import { type Note, type NoteVersion, noteCalls } from "~/contract/note"
import { NoteDifference } from "~/ui/note/note-difference"
import { planNotes } from "~/ui/note/texts"
import { Button, IconButton } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { Failed } from "~/ui/parts/failed"
import { messageOf } from "~/ui/parts/message-of"
import { useNames } from "~/ui/parts/people-looks"
import { Loading } from "~/ui/parts/spinner"
import { showToast } from "~/ui/parts/toast"
import "./note-editor.css"

type NoteVersionsProps = { noteStore: NoteStore; note: Note; text: string; onBack(): void }

/** A note's versions, the difference from the current text, and restoring one. */
export const NoteVersions = ({ noteStore, note, text, onBack }: NoteVersionsProps) => {
  const [found, setFound] = useState<readonly NoteVersion[] | "failed">()
  const [next, setNext] = useState<number>()
  const [chosen, setChosen] = useState<NoteVersion>()
  const [busy, setBusy] = useState(false)
  const named = useNames()
  const load = useCallback(() => {
    setFound(undefined)
    callPage(noteCalls.revisions, { id: note.id }).then(
      ({ rows, next }) => {
        setFound(rows)
        setNext(next)
      },
      () => setFound("failed"),
    )
  }, [note.id])
  useEffect(load, [load])

  const more = async () => {
    setBusy(true)
    try {
      const page = await callPage(noteCalls.revisions, { id: note.id, before: next })
      setFound((known) => (Array.isArray(known) ? [...known, ...page.rows] : known))
      setNext(page.next)
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, planNotes.versionsFailed) })
    }
    setBusy(false)
  }

  const restore = async (version: NoteVersion) => {
    setBusy(true)
    try {
      await noteStore.restore(note, version.id)
      showToast({ kind: "success", text: planNotes.restored })
      onBack()
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, planNotes.restoreFailed) })
      setBusy(false)
    }
  }

  return (
    <div className="note-versions flow grow">
      <div className="row">
        <IconButton
          small
          label={chosen ? planNotes.versions : planNotes.back}
          onClick={() => (chosen ? setChosen(undefined) : onBack())}
        >
          <ArrowLeft className="icon" aria-hidden="true" />
        </IconButton>
        <h3 className="grow">
          {chosen ? `${atTime(chosen.createdDate)}, ${named(chosen.createdBy)}` : planNotes.versions}
        </h3>
        {chosen && note.canEdit && (
          <Button size="small" variant="primary" busy={busy} onClick={() => restore(chosen)}>
            {planNotes.restore}
          </Button>
        )}
      </div>
      {chosen ? (
        <>
          <p className="hint">{planNotes.versionHint}</p>
          {chosen.title !== note.title && <NoteDifference before={chosen.title} after={note.title} />}
          <NoteDifference before={chosen.content} after={text} />
        </>
      ) : found === undefined ? (
        <Loading text={planNotes.versionsLoading} />
      ) : found === "failed" ? (
        <Failed text={planNotes.versionsFailed} onRetry={load} />
      ) : found.length === 0 ? (
        <p className="empty">{planNotes.noVersions}</p>
      ) : (
        <ol aria-label={planNotes.versions}>
          {found.map((version) => (
            <li key={version.id}>
              <button type="button" className="list-row" onClick={() => setChosen(version)}>
                <span className="grow truncate" dir="auto">
                  {version.title}
                </span>
                <span className="muted">{named(version.createdBy)}</span>
                <time className="muted numeric" dateTime={version.createdDate}>
                  {atTime(version.createdDate)}
                </time>
              </button>
            </li>
          ))}
          {next !== undefined && (
            <li>
              <Button size="small" className="notes-more" busy={busy} onClick={more}>
                {planNotes.more}
              </Button>
            </li>
          )}
        </ol>
      )}
    </div>
  )
}
