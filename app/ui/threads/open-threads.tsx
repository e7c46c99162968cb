import "./threads.css"
import { Link } from "@remix-run/react"
import { ChevronLeft, ChevronsDownUp, ChevronsUpDown } from "lucide-react"
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react"
import { byCard, nodeKeys, type ReplyPlace, threadRows } from "~/client/thread/thread-rows"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { isRemoved } from "~/ui/comment/use-comments"
import { Button, IconButton } from "~/ui/parts/button"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { OnDemand } from "~/ui/parts/on-demand"
import { SearchField } from "~/ui/parts/search-field"
import { sayingRegion } from "~/ui/parts/toast/toast"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useChanged, useObserved } from "~/ui/plan/board-context"
import { ArchivedBar } from "~/ui/plan-page/archived-bar"
import { ConnectionBar } from "~/ui/plan-page/connection-bar"
import { CardDialog, OpenOverlay, SharedHosts } from "~/ui/plan-page/overlays"
import { useDialogAddress } from "~/ui/plan-page/use-dialog-address"
import { threadTexts as texts } from "~/ui/threads/texts"
import { answeredBy, ThreadList } from "~/ui/threads/thread-list"
import { ThreadReply } from "~/ui/threads/thread-reply"
import { focusThread } from "~/ui/threads/use-thread-keys"
import { useThreads } from "~/ui/threads/use-threads"

const loadKeys = () => import("~/ui/palette/key-list")
const keyGroups = () => [{ name: texts.keyGroup, keys: texts.keys }]

const nothing: ReadonlySet<string> = new Set()

/** The threads of a loaded plan, and everything that opens over them. */
export const OpenThreads = ({ user, plan }: { user: Profile; plan: Plan | undefined }) => {
  useDialogAddress("/threads")
  return (
    <div className="open-board">
      {plan?.isArchived && <ArchivedBar plan={plan} />}
      <ConnectionBar />
      <p {...sayingRegion} />
      <ThreadsView />
      <CardDialog />
      <OpenOverlay user={user} plan={plan} />
      <SharedHosts />
    </div>
  )
}

const ThreadsView = () => {
  const { store, outbox } = useBoard().session
  const phone = useWidth() === "phone"
  const { threads, unsent } = useThreads()
  const { comments, loading, failed } = useObserved(threads.state)
  const [text, setText] = useState("")
  const search = useDeferredValue(text)
  const [closed, setClosed] = useState(nothing)
  /** Collapsed while searching: each search begins with everything it finds. */
  const [closedFound, setClosedFound] = useState(nothing)
  const [whole, setWhole] = useState(nothing)
  const [reply, setReply] = useState<ReplyPlace>()
  const [keys, setKeys] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLDivElement>(null)

  const version = useChanged()
  const removals = useObserved(outbox.removals)
  const lists = useMemo(
    () => byCard(new Map([...comments].filter(([id]) => !isRemoved(removals, id)))),
    [comments, removals],
  )
  const searching = search.trim() !== ""
  const [shut, setShut] = searching ? [closedFound, setClosedFound] : [closed, setClosed]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the board has other rows
  const goals = useMemo(
    () =>
      threadRows(store, { comments: lists, unsent }, { search, closed: shut, whole, reply: phone ? undefined : reply }),
    [version, store, lists, unsent, search, shut, whole, reply, phone],
  )

  const write = (value: string) => {
    setText(value)
    setClosedFound(nothing)
  }
  const toggle = useCallback(
    (key: string, open: boolean) =>
      setShut((now) => {
        const next = new Set(now)
        if (open) next.delete(key)
        else next.add(key)
        return next
      }),
    [setShut],
  )
  const showAll = useCallback((key: string) => setWhole((now) => new Set([...now, key])), [])
  const expandAll = () => setShut(nothing)
  const collapseAll = () => setShut(new Set(nodeKeys(store, { comments: lists, unsent })))
  const empty = goals.length === 0
  const closeDocked = () => {
    setReply(undefined)
    if (reply) focusThread(reply.key)
  }

  const allButtons = [
    { label: texts.expandAll, Icon: ChevronsUpDown, act: expandAll },
    { label: texts.collapseAll, Icon: ChevronsDownUp, act: collapseAll },
  ]
  return (
    <main className="threads-view flow grow">
      <div ref={scroller} className="threads">
        <header className="threads-header row">
          <Link className="icon-button" to="/board" aria-label={texts.board} data-tip={texts.board}>
            <ChevronLeft className="icon" aria-hidden="true" />
          </Link>
          <h1 className="grow">{texts.title}</h1>
          <SearchField
            className="threads-search"
            field={field}
            label={texts.search}
            clear={texts.clear}
            value={text}
            onChange={write}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown") return
              event.preventDefault()
              document.querySelector<HTMLElement>(".thread-row[tabindex='0']")?.focus()
            }}
          />
          {allButtons.map(({ label, Icon, act }) =>
            phone ? (
              <IconButton key={label} label={label} onClick={act} disabled={empty}>
                <Icon className="icon" aria-hidden="true" />
              </IconButton>
            ) : (
              <Button key={label} onClick={act} disabled={empty}>
                <Icon className="icon" aria-hidden="true" />
                {label}
              </Button>
            ),
          )}
        </header>
        {!empty && (
          <ThreadList
            goals={goals}
            search={search}
            scroller={scroller}
            threads={threads}
            onToggle={toggle}
            onWhole={showAll}
            reply={reply}
            onReply={setReply}
            onSearch={() => field.current?.focus()}
            onKeys={() => setKeys(true)}
          />
        )}
        <div className="threads-state" role="status">
          {failed ? (
            <Failed text={texts.failed} onRetry={threads.load} inline={!empty} />
          ) : loading && empty ? (
            <Loading text={texts.loading} />
          ) : (
            empty && <EmptyState text={texts.none} />
          )}
        </div>
      </div>
      {phone && reply && (
        <ThreadReply
          key={reply.key}
          docked
          card={reply.card}
          to={answeredBy(reply, comments)}
          onChanged={threads.put}
          onClose={closeDocked}
        />
      )}
      {keys && (
        <OnDemand layer load={loadKeys} onClose={() => setKeys(false)}>
          {({ KeyList }) => <KeyList groups={keyGroups()} onClose={() => setKeys(false)} />}
        </OnDemand>
      )}
    </main>
  )
}
