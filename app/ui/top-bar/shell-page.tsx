import { Link } from "@remix-run/react"
import { type ReactNode, useEffect } from "react"
import { dropDrawnPage } from "~/client/offline/drawn-page"
import { Mark } from "~/ui/parts/brand"
import { Button } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { topBar } from "~/ui/top-bar/texts"
import "./top-bar.css"

type ShellPageProps = {
  /** The server did not answer either. */
  failed: boolean
  onAgain(): void
  /** Shown while loading. */
  children?: ReactNode
}

/** A page whose data is not known yet: in its shell, the same for everybody. */
export const ShellPage = ({ failed, onAgain, children }: ShellPageProps) => {
  useEffect(() => {
    if (failed) dropDrawnPage()
  }, [failed])
  return (
    <div className="board-page flow">
      <header className="top-bar row rigid">
        <Link className="logo" to="/" aria-label={topBar.home}>
          <Mark />
        </Link>
        <b className="brand-name truncate">{common.product}</b>
      </header>
      {failed ? (
        <main className="page-failed">
          <EmptyState alone title={topBar.notHere} text={common.networkError}>
            <Button variant="primary" onClick={onAgain}>
              {common.tryAgain}
            </Button>
          </EmptyState>
        </main>
      ) : (
        (children ?? (
          <main>
            <Loading />
          </main>
        ))
      )}
    </div>
  )
}
