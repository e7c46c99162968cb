import { skeletonPanes } from "~/ui/board/pane/pane-sizes"
import { board } from "~/ui/board/texts"
import { useWidth } from "~/ui/parts/use-width"
import "./board.css"

/** The skeleton of a board at the final widths. */
export const BoardSkeleton = ({ planId }: { planId: number }) => (
  <main className="board skeleton" aria-busy="true" style={skeletonPanes(planId, useWidth())}>
    <p className="visually-hidden" role="status">
      {board.loading}
    </p>
    {(["goals", "actions", "lanes"] as const).map((pane) => (
      <div key={pane} className={`pane flow ${pane}`}>
        <div className="pane-header strong row rigid" />
        <div className="stack flow">
          <div className="skeleton-block" />
          <div className="skeleton-block" />
          <div className="skeleton-block" />
          <div className="skeleton-block" />
        </div>
      </div>
    ))}
  </main>
)
