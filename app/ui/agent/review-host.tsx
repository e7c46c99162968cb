import { useEffect } from "react"
import { isWaiting } from "~/client/agent/review"
import { lookedAt, useReview } from "~/ui/agent/use-review"
import { useBoard, useObserved } from "~/ui/plan/board-context"

/** Counts the open proposals, and loads the page of the review list on screen. Import it lazily. */
export const ReviewHost = () => {
  const { view, can } = useBoard()
  const review = useReview()
  const { open } = useObserved(review.state)
  const may = can("changeBoard")
  const count = may ? (open ?? []).filter(isWaiting).length : 0
  useEffect(() => view.set({ proposals: count }), [view, count])
  useEffect(() => review.start(), [review])
  useEffect(() => {
    let before: ReturnType<typeof lookedAt> = null
    const follow = () => {
      const page = lookedAt(view)
      if (page === before) return
      before = page
      review.look(page)
    }
    follow()
    return view.subscribe(follow)
  }, [view, review])
  return null
}
