import "./note-editor.css"
import { ArrowLeft } from "lucide-react"
import { useCallback, useState } from "react"
import { callListPage } from "~/client/api"
import type { NoteStore } from "~/client/note/note-store"
import { type Note, type NoteVersion, noteCalls } from "~/contract/note"
import { NoteDifference } from "~/ui/note/note-difference"
import { planNotes } from "~/ui/note/texts"
import { useNames } from "~/ui/parts/avatar"
import { Button, IconButton } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { showToast } from "~/ui/parts/toast/toast"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useLoaded } from "~/ui/parts/use-call"

type NoteVersionsProps = { noteStore: NoteStore; note: Note; text: string; onBack(): void }

/** A note's versions, the difference from the current text, and restoring one. */
export const NoteVersions = ({ noteStore, note, text, onBack }: NoteVersionsProps) => {
  const [chosen, setChosen] = useState<NoteVersion>()
  const named = useNames()
  const load = useCallback(() => callListPage(noteCalls.revisions, { id: note.id }), [note.id])
  const { value: page, failed, retry, setValue } = useLoaded(load)
  const onFailed = (text: string) => showToast({ kind: "error", text })
  const loading = useAttempt(planNotes.versionsFailed, onFailed)
  const restoring = useAttempt(planNotes.restoreFailed, onFailed)

  const more = () =>
    loading.attempt(async () => {
      const { rows, next } = await callListPage(noteCalls.revisions, { id: note.id, before: page?.next })
      setValue((now) => ({ rows: [...now.rows, ...rows], next }))
    })

  const restore = (version: NoteVersion) =>
    restoring.attempt(async () => {
      await noteStore.restore(note, version.id)
      showToast({ kind: "success", text: planNotes.restored })
      onBack()
    })

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
          <Button size="small" variant="primary" busy={restoring.pending} onClick={() => restore(chosen)}>
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
      ) : !page ? (
        failed ? (
          <Failed text={planNotes.versionsFailed} onRetry={retry} />
        ) : (
          <Loading text={planNotes.versionsLoading} />
        )
      ) : page.rows.length === 0 ? (
        <p className="empty">{planNotes.noVersions}</p>
      ) : (
        <ol aria-label={planNotes.versions}>
          {page.rows.map((version) => (
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
          {page.next !== undefined && (
            <li>
              <Button size="small" className="notes-more" busy={loading.pending} onClick={more}>
                {planNotes.more}
              </Button>
            </li>
          )}
        </ol>
      )}
    </div>
  )
}
