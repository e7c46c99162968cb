import "~/ui/board/board.css"
import "~/ui/top-bar/top-bar.css"
import "./plan-page.css"
import { useCallback, useEffect, useMemo, useState } from "react"
import type { PlanSession } from "~/client/plan-session"
import { openVisit } from "~/client/visit"
import { isRefusal } from "~/contract/problem"
import { linkPasswordMost } from "~/contract/public-link"
import { problemText } from "~/contract/shared/language/problem-text"
import { useBoardKeys } from "~/ui/board/board-keys"
import { BoardSkeleton } from "~/ui/board/board-skeleton"
import { useDeselect } from "~/ui/board/card/card-mode"
import { BoardDrag } from "~/ui/board/drag/board-drag"
import { Settling } from "~/ui/board/drag/settled"
import { Tag } from "~/ui/parts/badge"
import { Mark } from "~/ui/parts/brand"
import { Button } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { Field } from "~/ui/parts/field"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { sayingRegion } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { layoutOf, useWidth } from "~/ui/parts/use-width"
import { type BoardContextValue, BoardProvider, usePlan } from "~/ui/plan/board-context"
import { createView } from "~/ui/plan/view-state"
import { ConnectionBar } from "~/ui/plan-page/connection-bar"
import { PlanLayout } from "~/ui/plan-page/layout"
import { publicPage } from "~/ui/plan-page/public-texts"
import { planPage } from "~/ui/plan-page/texts"

type Visit = { linkId: number; visitKey: string }
/** `arriving`: on the server, which does not know the window. */
type Opening =
  | { state: "arriving" | "opening" | "ended" }
  | { state: "open"; session: PlanSession }
  | { state: "failed"; why: string }

const visitor = { id: 0, userName: "" }
const mayNothing = () => false
/** Nothing that visitors see leads elsewhere. */
const stay = () => {}

/** The read-only, live board that a public link opens. */
export const PublicPage = (visit: Visit) => {
  const [attempt, setAttempt] = useState(0)
  return <OpenedLink key={attempt} {...visit} onAgain={() => setAttempt(attempt + 1)} />
}

const OpenedLink = ({ linkId, visitKey, onAgain }: Visit & { onAgain(): void }) => {
  const [opening, setOpening] = useState<Opening>({ state: "arriving" })
  useEffect(() => {
    let closed = false
    const visit = openVisit({ linkId, visitKey, onEnded: () => setOpening({ state: "ended" }) })
    setOpening({ state: "opening" })
    visit.ready.then(
      (session) => closed || setOpening({ state: "open", session }),
      (thrown: unknown) => {
        if (!closed) setOpening(failed(thrown))
      },
    )
    return () => {
      closed = true
      visit.close()
    }
  }, [linkId, visitKey])

  if (opening.state === "arriving") return <Loading />
  if (opening.state === "ended") return <LinkEnded />
  if (opening.state === "failed") {
    return (
      <main className="page-failed">
        <EmptyState alone title={planPage.loadFailed} text={opening.why}>
          <Button variant="primary" onClick={onAgain}>
            {common.tryAgain}
          </Button>
        </EmptyState>
      </main>
    )
  }
  return (
    <div className="board-page public-page flow">
      {opening.state === "open" ? <VisitedBoard session={opening.session} /> : <BoardSkeleton planId={0} />}
    </div>
  )
}

const failed = (thrown: unknown): Opening =>
  isRefusal(thrown) && thrown.problem.status === 404
    ? { state: "ended" }
    : { state: "failed", why: messageOf(thrown, common.pageFailedHint) }

const VisitedBoard = ({ session }: { session: PlanSession }) => {
  const view = useMemo(() => createView(), [])
  const change = useCallback(() => undefined, [])
  const context = useMemo<BoardContextValue>(
    () => ({ session, view, user: visitor, can: mayNothing, change, go: stay }),
    [session, view, change],
  )
  return (
    <BoardProvider value={context}>
      <PublicBar />
      <Board />
    </BoardProvider>
  )
}

const PublicBar = () => {
  const name = usePlan()?.name || common.untitledPlan
  useEffect(() => {
    document.title = `${name} · ${common.product}`
  }, [name])
  return (
    <header className="top-bar row rigid">
      <a className="logo" href="/" aria-label={common.product}>
        <Mark />
      </a>
      <h1 className="public-name strong truncate" dir="auto">
        {name}
      </h1>
      <Tag>{publicPage.readOnly}</Tag>
    </header>
  )
}

const Board = () => {
  useBoardKeys()
  useDeselect()
  const width = useWidth()
  return (
    <div className="open-board">
      <ConnectionBar />
      <p {...sayingRegion} />
      <Settling>
        <BoardDrag key={layoutOf(width)}>
          <PlanLayout />
        </BoardDrag>
      </Settling>
    </div>
  )
}

export const LinkEnded = () => (
  <main className="page-failed">
    <EmptyState alone title={publicPage.ended} text={publicPage.endedHint} />
  </main>
)

/** Works without scripts. */
export const LinkPassword = ({ error }: { error?: string }) => (
  <main className="public-door centered">
    <form method="post" className="surface flow">
      <Mark size={28} />
      <h1>{publicPage.locked}</h1>
      <p className="secondary">{publicPage.lockedHint}</p>
      <Field
        label={publicPage.password}
        large
        type="password"
        name="password"
        required
        autoFocus
        autoComplete="off"
        maxLength={linkPasswordMost}
        error={error && problemText(error)}
      />
      <Button type="submit" size="large" variant="primary">
        {publicPage.open}
      </Button>
    </form>
  </main>
)
