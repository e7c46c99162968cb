import { skeletonColumns } from "~/ui/board/column/column-sizes"
import { board } from "~/ui/board/texts"
import { useWidth } from "~/ui/parts/use-width"
import "./board-skeleton.css"

/** The skeleton of a board at the final widths. */
export const BoardSkeleton = ({ planId }: { planId: number }) => (
  <main
    className="board skeleton"
    aria-busy="true"
    style={{ gridTemplateColumns: skeletonColumns(planId, useWidth()) }}
  >
    <p className="vh" role="status">
      {board.loading}
    </p>
    {(["goals", "actions", "lanes"] as const).map((column) => (
      <div key={column} className={`col ${column}`}>
        <div className="col-h" />
        <div className="stack">
          <div className="skel" />
          <div className="skel" />
          <div className="skel" />
          <div className="skel" />
        </div>
      </div>
    ))}
  </main>
)
