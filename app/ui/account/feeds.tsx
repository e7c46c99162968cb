import { useState } from "react"
import { feedCalls } from "~/contract/feed"
import { planCalls } from "~/contract/plan"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { useCall } from "~/ui/parts/use-call"
import { FeedRow } from "~/ui/settings/feed-row"
import { calendarFeeds as texts } from "~/ui/settings/webhook/texts"

/** The person's calendar feeds: of all plans, and of single ones. */
export const Feeds = () => {
  const { value: feeds, failed, reload, retry } = useCall(feedCalls.list, {})
  const { value: plans } = useCall(planCalls.list, {})
  const [added, setAdded] = useState<number[]>([])
  if (!feeds) return failed ? <Failed text={texts.failed} onRetry={retry} /> : <Loading />
  const nameOf = (id: number) => plans?.find((plan) => plan.id === id)?.name || common.untitledPlan
  const single = [...new Set([...feeds.flatMap(({ planId }) => planId ?? []), ...added])]
  const others = (plans ?? []).filter(({ id }) => !single.includes(id))
  return (
    <div className="sessions">
      <p className="hint">{texts.hint}</p>
      <FeedRow
        label={texts.all}
        hint={texts.off}
        planId={null}
        feed={feeds.find(({ planId }) => planId === null)}
        onChanged={reload}
      />
      {single.map((id) => (
        <FeedRow
          key={id}
          label={nameOf(id)}
          hint={texts.off}
          planId={id}
          feed={feeds.find(({ planId }) => planId === id)}
          onChanged={reload}
        />
      ))}
      {others.length > 0 && (
        <select
          className="input"
          aria-label={texts.add}
          value=""
          onChange={({ target }) => setAdded([...added, Number(target.value)])}
        >
          <option value="">{texts.add}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || common.untitledPlan}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
