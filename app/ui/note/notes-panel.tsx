import "./note-editor.css"
import { Lock, NotebookPen, Plus, SearchX, Trash2, Users } from "lucide-react"
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { call } from "~/client/api"
import type { NoteEditing } from "~/client/note/note-editing"
import { noteStoreOf } from "~/client/note/note-store"
import { isSigningIn } from "~/client/sign-in-again"
import { type Note, type NoteType, noteCalls } from "~/contract/note"
import { plainText } from "~/rules/text-parts"
import { NoteEditor } from "~/ui/note/note-editor"
import { NoteTitle, PendingNote } from "~/ui/note/pending-note"
import { planNotes } from "~/ui/note/texts"
import { type NoteTypeEntry, useNoteTypes } from "~/ui/note/use-note-types"
import { useNames } from "~/ui/parts/avatar"
import { Tag } from "~/ui/parts/badge"
import { Button, IconButton } from "~/ui/parts/button"
import { atDate, atTime } from "~/ui/parts/dates"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { focusSoon } from "~/ui/parts/focus"
import { Loading } from "~/ui/parts/loading"
import { SearchField } from "~/ui/parts/search-field"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard, useObserved, useView } from "~/ui/plan/board-context"
import { byAgent } from "~/ui/plan/log-lines"
import { focusSide } from "~/ui/plan/side"

/** The plan's notes: the open ones and the reader's own. Import it lazily. */
export const NotesPanel = () => {
  const { session, user, view } = useBoard()
  const noteStore = noteStoreOf(session, user.id)
  const removals = useObserved(session.outbox.removals)
  const isThere = ({ id }: Note) => !removals.some(({ name, input }) => name === "note.remove" && input.id === id)
  const loaded = useObserved(noteStore.notes)
  const notes = Array.isArray(loaded) ? loaded.filter(isThere) : loaded
  const hasOlder = useObserved(noteStore.hasOlder)
  const [adding, setAdding] = useState(false)
  const types = useNoteTypes()
  const [type, setType] = useState<NoteType>()
  const [query, setQuery] = useState("")
  const found = useFound(query)
  const [editing, setEditing] = useState<NoteEditing | undefined>(() => noteStore.leftBehind())
  const [fresh, setFresh] = useState(false)
  const [message, show] = useMessage()
  const add = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    let shown = true
    void noteStore.taken.then(() => shown && setEditing((now) => now ?? noteStore.leftBehind()))
    return () => {
      shown = false
    }
  }, [noteStore])

  const openEditing = (opened: NoteEditing, fresh = false) => {
    void noteStore.flush()
    setEditing(opened)
    setFresh(fresh)
  }
  const open = (note?: Note) => openEditing(noteStore.open(note), note === undefined)
  const close = () => {
    void noteStore.flush()
    setEditing(undefined)
    focusSoon(() => add.current)
  }

  const wanted = useView(({ noteId }) => noteId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once it is wanted and there
  useEffect(() => {
    if (wanted === null || !Array.isArray(notes)) return
    view.set({ noteId: null })
    void noteStore.find(wanted).then((note) => {
      if (note) open(note)
      else showToast({ kind: "warn", text: planNotes.gone })
    })
  }, [wanted, notes])

  // If the panel was opened before its code had loaded, the panel holds the focus meant for its field.
  useEffect(() => {
    if (document.activeElement?.id === "side-panel") focusSide()
  }, [])

  // Leaving the panel, hiding the tab and leaving the page save pending text.
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === "hidden") void noteStore.flush(true)
    }
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!noteStore.isUnsaved()) return
      void noteStore.flush(true)
      if (!isSigningIn()) event.preventDefault()
    }
    document.addEventListener("visibilitychange", onHide)
    window.addEventListener("beforeunload", onLeave)
    return () => {
      document.removeEventListener("visibilitychange", onHide)
      window.removeEventListener("beforeunload", onLeave)
      void noteStore.flush()
    }
  }, [noteStore])

  const remove = async (note: Note) => {
    const sure = await show({ kind: "warning", text: planNotes.removeText, confirm: planNotes.remove, danger: true })
    if (!sure) return
    noteStore.remove(note)
    if (editing?.state.get().id === note.id) setEditing(undefined)
  }

  const more = () => {
    setAdding(true)
    noteStore
      .loadOlder()
      .catch((thrown) => showToast({ kind: "error", text: messageOf(thrown, planNotes.failed) }))
      .finally(() => setAdding(false))
  }

  const searching = query.trim() !== ""
  const listed = searching ? found.notes : notes
  const matching = Array.isArray(listed)
    ? listed.filter((note: Note) => isThere(note) && (type === undefined || note.type === type))
    : undefined
  // The open note is above the list; a search lists all it finds.
  const openId = useOpenId(editing)
  const shown = searching ? matching : matching?.filter(({ id }) => id !== openId)
  const unsaved = useObserved(noteStore.unsaved).filter((each) => each !== editing)
  const unlisted = searching ? [] : unsaved.filter(({ state }) => !shown?.some(({ id }) => id === state.get().id))
  const onlyOpen = matching !== undefined && matching.length > 0 && shown?.length === 0

  return (
    <div className="side-panel-body notes-panel flow grow scrolls">
      <div className="row notes-head rigid">
        <h2 className="grow">{planNotes.heading}</h2>
        <Button ref={add} size="small" onClick={() => open()}>
          <Plus className="icon small" aria-hidden="true" />
          {planNotes.add}
        </Button>
      </div>
      <SearchField
        className="soft rigid"
        data-first-field=""
        label={planNotes.search}
        clear={planNotes.clear}
        value={query}
        onChange={setQuery}
      />
      <TypeFilter types={types} type={type} onChange={setType} />
      {editing && (
        <NoteEditor
          key={keyOf(editing)}
          noteStore={noteStore}
          editing={editing}
          types={types}
          focus={fresh}
          onRemove={remove}
          onClose={close}
        />
      )}
      <div className="notes-list flow scrolls">
        {unlisted.length > 0 && (
          <ul aria-label={planNotes.waitingList}>
            {unlisted.map((each) => (
              <PendingNote key={keyOf(each)} editing={each} onOpen={() => openEditing(each)} />
            ))}
          </ul>
        )}
        {listed === undefined ? (
          <Loading text={planNotes.loading} />
        ) : listed === "failed" ? (
          <Failed
            text={searching ? planNotes.searchFailed : planNotes.failed}
            onRetry={searching ? found.again : noteStore.reload}
          />
        ) : shown && shown.length > 0 ? (
          <ul aria-label={planNotes.list}>
            {shown.map((note) => (
              <NoteRow
                key={note.id}
                note={note}
                waits={unsaved.some(({ state }) => state.get().id === note.id)}
                type={types.find(({ value }) => value === note.type)}
                onOpen={() => open(note)}
                onRemove={() => remove(note)}
              />
            ))}
          </ul>
        ) : searching ? (
          <EmptyState
            art={<SearchX className="icon huge" aria-hidden="true" />}
            text={planNotes.notFound(query.trim())}
          />
        ) : hasOlder || onlyOpen || unlisted.length > 0 ? null : (
          <EmptyState
            art={<NotebookPen className="icon huge" aria-hidden="true" />}
            text={notes?.length ? planNotes.noneOfType : planNotes.none}
          />
        )}
        {!searching && hasOlder && (
          <Button size="small" className="notes-more" busy={adding} onClick={more}>
            {planNotes.more}
          </Button>
        )}
      </div>
      {message}
    </div>
  )
}

const unwatched = () => () => {}

/** The id of the note in the editor; null for none and for one that is not saved yet. */
const useOpenId = (editing: NoteEditing | undefined) =>
  useSyncExternalStore(
    editing?.state.subscribe ?? unwatched,
    () => editing?.state.get().id ?? null,
    () => null,
  )

let keys = 0
const keysOf = new WeakMap<NoteEditing, number>()

/** A stable key, so that a new note keeps its editor when it is saved. */
const keyOf = (editing: NoteEditing) => {
  const key = keysOf.get(editing) ?? ++keys
  keysOf.set(editing, key)
  return key
}

const searchWait = 300

/** The server's hits, debounced. */
const useFound = (query: string) => {
  const { planId } = useBoard().session
  const [notes, setNotes] = useState<readonly Note[] | "failed">()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    setNotes(undefined)
    if (query.trim() === "") return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call(noteCalls.search, { planId, q: query, limit: 50 }, { signal: stop.signal }).then(setNotes, () => {
        if (!stop.signal.aborted) setNotes("failed")
      })
    }, searchWait)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [planId, query, attempt])
  return useMemo(() => ({ notes, again: () => setAttempt((now) => now + 1) }), [notes])
}

type TypeFilterProps = { types: readonly NoteTypeEntry[]; type: NoteType | undefined; onChange(type?: NoteType): void }

const TypeFilter = ({ types, type, onChange }: TypeFilterProps) => (
  <fieldset className="note-types wraps rigid">
    <legend className="visually-hidden">{planNotes.types}</legend>
    <Button size="small" variant="ghost" aria-pressed={type === undefined} onClick={() => onChange(undefined)}>
      {planNotes.all}
    </Button>
    {types.map(({ value, label, color }) => (
      <Button key={value} size="small" variant="ghost" aria-pressed={type === value} onClick={() => onChange(value)}>
        <span className="dot" style={{ background: color }} />
        {label}
      </Button>
    ))}
  </fieldset>
)

const previewLength = 100

/** The first non-empty line after the title. */
const previewOf = ({ title, content }: Note) => {
  const lines = plainText(content)
    .split("\n")
    .map((line) =>
      line
        .replace(/^[\s>#*+-]+/, "")
        .replace(/^\[[ xX]\] /, "")
        .replace(/\*+|~~|`/g, "")
        .trim(),
    )
  const line = lines.find((each) => each !== "" && each !== title) ?? ""
  const characters = [...line]
  return characters.length > previewLength ? `${characters.slice(0, previewLength).join("")}...` : line
}

type NoteRowProps = {
  note: Note
  /** Its text here is newer than the server's. */
  waits: boolean
  type: NoteTypeEntry | undefined
  onOpen(): void
  onRemove(): void
}

const NoteRow = ({ note, waits, type, onOpen, onRemove }: NoteRowProps) => {
  const { session, user } = useBoard()
  const writers = useObserved(session.writers).get(note.id)
  const { title, visibility, canEdit, createdById, createdByName, agent, modifiedDate } = note
  const author = byAgent(agent, useNames()({ id: createdById, userName: createdByName }))
  return (
    <li className="note-row hovers anchor">
      <div className="row">
        {type && (
          <span
            className="dot"
            style={{ background: type.color }}
            data-tip={type.label}
            role="img"
            aria-label={type.label}
          />
        )}
        <NoteTitle title={title} onOpen={onOpen} />
        <span className="grow" />
        {waits && <Tag kind="warn">{planNotes.waiting}</Tag>}
        {writers && <Tag kind="accent">{planNotes.writing(writers)}</Tag>}
        {canEdit && (
          <IconButton small className="note-row-remove" label={planNotes.remove} onClick={onRemove}>
            <Trash2 className="icon small" aria-hidden="true" />
          </IconButton>
        )}
        <span className="muted" data-tip={visibility === 1 ? planNotes.isOpen : planNotes.isPrivate}>
          {visibility === 1 ? (
            <Users className="icon small" aria-hidden="true" />
          ) : (
            <Lock className="icon small" aria-hidden="true" />
          )}
          <span className="visually-hidden">{visibility === 1 ? planNotes.isOpen : planNotes.isPrivate}</span>
        </span>
      </div>
      <div className="row secondary">
        <div className="grow truncate" dir="auto">
          {createdById !== user.id && <span className="muted">{planNotes.by(author)} </span>}
          {previewOf(note)}
        </div>
        <time
          className="numeric fine muted rigid"
          dateTime={modifiedDate}
          data-tip={planNotes.changedAt(atDate(modifiedDate))}
        >
          {atTime(modifiedDate)}
        </time>
      </div>
    </li>
  )
}
