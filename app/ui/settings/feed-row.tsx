import { Calendar } from "lucide-react"
import { useRef, useState } from "react"
import { call } from "~/client/api"
import { type Feed, feedCalls } from "~/contract/feed"
import { RowIcon } from "~/ui/parts/badge"
import { Button } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"
import { atTimeInText } from "~/ui/parts/dates"
import { showToast } from "~/ui/parts/toast/toast"
import { useAttempt } from "~/ui/parts/use-attempt"
import { Ask } from "~/ui/settings/ask"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import { calendarFeeds as texts } from "~/ui/settings/webhook/texts"
import "~/ui/settings/webhook/webhooks.css"

type FeedRowProps = {
  label: string
  /** While there is no feed. */
  hint: string
  /** Null: of all plans. */
  planId: number | null
  feed: Feed | undefined
  onChanged(): Promise<void>
}

/** A calendar feed: made, copied, renewed and ended. */
export const FeedRow = ({ label, hint, planId, feed, onChanged }: FeedRowProps) => {
  const [asked, setAsked] = useState<"renew" | "end">()
  const field = useRef<HTMLInputElement>(null)
  const { attempt, pending: busy } = useAttempt(planAdmin.actionFailed, (text) => showToast({ kind: "error", text }))
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work()
      setAsked(undefined)
      await onChanged()
    })
  const make = () => change(() => call(feedCalls.create, planId === null ? {} : { planId }))
  const used = feed?.lastUsedAt
  return (
    <div className="feed">
      <SettingRow
        stacked
        lead={
          <RowIcon>
            <Calendar className="icon" aria-hidden="true" />
          </RowIcon>
        }
        label={label}
        hint={feed ? (used ? texts.read(atTimeInText(used)) : texts.unread) : hint}
      >
        {feed ? (
          <>
            <Button busy={busy} aria-expanded={asked === "renew"} onClick={() => setAsked("renew")}>
              {texts.renew}
            </Button>
            <Button
              variant="danger-outline"
              busy={busy}
              aria-expanded={asked === "end"}
              onClick={() => setAsked("end")}
            >
              {texts.end}
            </Button>
          </>
        ) : (
          <Button busy={busy} onClick={make}>
            {texts.create}
          </Button>
        )}
      </SettingRow>
      {asked === "renew" && (
        <Ask title={texts.renewQuestion} text={texts.renewText} onCancel={() => setAsked(undefined)}>
          <Button variant="primary" busy={busy} onClick={make}>
            {texts.renew}
          </Button>
        </Ask>
      )}
      {asked === "end" && feed && (
        <Ask title={texts.endQuestion} text={texts.endText} onCancel={() => setAsked(undefined)}>
          <Button variant="danger" busy={busy} onClick={() => change(() => call(feedCalls.remove, { id: feed.id }))}>
            {texts.end}
          </Button>
        </Ask>
      )}
      {feed?.url && (
        <div className="row wraps feed-address">
          <input
            ref={field}
            className="input soft key-field"
            readOnly
            dir="ltr"
            aria-label={texts.address(label)}
            value={feed.url}
          />
          <CopyButton text={feed.url} field={field} />
          <a className="button" href={feed.url.replace(/^https?:/, "webcal:")}>
            {texts.open}
          </a>
        </div>
      )}
    </div>
  )
}
