import "~/ui/plan/card-marks.css"
import { KeyRound, Trash2 } from "lucide-react"
import { serverNow } from "~/client/server-clock"
import type { PlanKey } from "~/contract/integration"
import { RowIcon } from "~/ui/parts/badge"
import { Button, IconButton } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import { useWidth } from "~/ui/parts/use-width"
import { UnlessArchived } from "~/ui/settings/archived"
import { Ask } from "~/ui/settings/ask"
import { expiryOf } from "~/ui/settings/key-expiry"
import { PersonRow } from "~/ui/settings/person-row"
import { planKeys } from "~/ui/settings/texts"

/** The part that is open below a row: its controls on a phone, or a question. */
export type KeyOpened = "controls" | "rotate" | "remove"

type KeyRowProps = {
  planKey: PlanKey
  opened: KeyOpened | undefined
  busy: boolean
  onOpen(what: KeyOpened | undefined): void
  onRotate(): void
  onRemove(): void
}

export const KeyRow = ({ planKey, opened, busy, onOpen, onRotate, onRemove }: KeyRowProps) => {
  const { name, access, createdBy, lastUsedAt, isIntegration } = planKey
  const phone = useWidth() === "phone"
  const used = lastUsedAt && atTimeInText(lastUsedAt)
  const hint = phone
    ? [planKeys.levels[access], used || planKeys.unused]
    : [
        planKeys.levels[access],
        ...(createdBy ? [planKeys.createdBy(createdBy.userName)] : []),
        used ? planKeys.used(used) : planKeys.unused,
      ]
  const { urgency, text } = expiryOf(planKey.expires, serverNow(), phone)
  const expiry = (
    <span className="due numeric fine secondary" data-urgency={urgency}>
      {text}
    </span>
  )
  return (
    <li className="key-row">
      <PersonRow
        lead={
          <RowIcon>
            <KeyRound className="icon" aria-hidden="true" />
          </RowIcon>
        }
        name={name}
        hint={hint.join(", ")}
        says={expiry}
        controls={
          <>
            {!phone && <span className="grow">{expiry}</span>}
            {isIntegration && (
              <UnlessArchived>
                <Button size="small" busy={busy} aria-expanded={opened === "rotate"} onClick={() => onOpen("rotate")}>
                  {planKeys.rotate}
                </Button>
              </UnlessArchived>
            )}
            <IconButton
              small
              label={isIntegration ? planKeys.disable : planKeys.deleteKey(name)}
              aria-expanded={opened === "remove"}
              onClick={() => onOpen("remove")}
            >
              <Trash2 className="icon small" aria-hidden="true" />
            </IconButton>
          </>
        }
        open={opened !== undefined}
        onOpen={(open) => onOpen(open ? "controls" : undefined)}
      />
      {opened === "rotate" && (
        <Ask title={planKeys.rotateQuestion} text={planKeys.rotateText} onCancel={() => onOpen(undefined)}>
          <Button variant="primary" busy={busy} onClick={onRotate}>
            {planKeys.rotate}
          </Button>
        </Ask>
      )}
      {opened === "remove" && (
        <Ask
          title={isIntegration ? planKeys.disableQuestion : planKeys.deleteQuestion}
          text={planKeys.deleteText(name, used)}
          onCancel={() => onOpen(undefined)}
        >
          <Button variant="danger" busy={busy} onClick={onRemove}>
            {isIntegration ? planKeys.disable : planKeys.delete}
          </Button>
        </Ask>
      )}
    </li>
  )
}
