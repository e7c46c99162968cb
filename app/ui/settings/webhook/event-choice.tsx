import { Checkbox } from "~/ui/parts/checkbox"
import { FieldError } from "~/ui/parts/field"
import { Segmented } from "~/ui/parts/segmented"
import { type EventGroup, eventGroups } from "~/ui/settings/webhook/event-groups"
import { webhookScreens as texts } from "~/ui/settings/webhook/texts"

type EventChoiceProps = {
  /** Null: everything. */
  groups: readonly EventGroup[] | null
  onChange(groups: EventGroup[] | null): void
}

/** Everything, or groups of events. */
export const EventChoice = ({ groups, onChange }: EventChoiceProps) => (
  <div className="field">
    <span className="label">{texts.events}</span>
    <div className="webhook-tabs">
      <Segmented
        label={texts.events}
        value={groups === null ? "all" : "chosen"}
        options={[
          { value: "all", label: texts.everything },
          { value: "chosen", label: texts.chosen },
        ]}
        onChange={(value) => onChange(value === "all" ? null : ["tasks"])}
      />
    </div>
    {groups && (
      <div className="webhook-groups grid">
        {eventGroups.map((group) => (
          <Checkbox
            key={group}
            checked={groups.includes(group)}
            onChange={(on) => onChange(eventGroups.filter((each) => (each === group ? on : groups.includes(each))))}
          >
            {texts.groups[group]}
          </Checkbox>
        ))}
      </div>
    )}
    {groups?.length === 0 && <FieldError>{texts.choose}</FieldError>}
  </div>
)
