import { board } from "~/ui/texts/board"

/** What a board is made of, before it is there. */
export const BoardSkeleton = () => (
  <main className="board skeleton" aria-busy="true">
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
