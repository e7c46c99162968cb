import { useRef } from "react"
import type { ReviewPage as Page } from "~/contract/shared/deep-link"
import { ReviewList } from "~/ui/agent/review-list"
import { ReviewProposal } from "~/ui/agent/review-proposal"

/** The review list, or one proposal of it, in place of the conversation. */
export const ReviewPage = ({ page }: { page: Page }) => {
  const from = useRef<number>(undefined)
  if (typeof page === "number") from.current = page
  return (
    <div className="agent flow grow divided">
      {typeof page === "number" ? (
        <ReviewProposal key={page} id={page} />
      ) : (
        <ReviewList key={page} page={page} from={from.current} />
      )}
    </div>
  )
}
