import { useState } from "react"
import type { Entity } from "~/contract/fields/field"
import { Segmented } from "~/ui/parts/segmented"
import { LogList } from "~/ui/plan/log-list"
import { log as texts } from "~/ui/plan/log-texts"

type LogTabProps = { entity: Entity; id: number }

/** The filters of each entity's log. */
const kinds: Record<Entity, readonly Entity[]> = {
  goal: ["goal", "item", "task"],
  item: ["item", "task"],
  task: ["task"],
}

/** The log of a goal, action or task and the cards below it. Import it lazily. */
export const LogTab = ({ entity, id }: LogTabProps) => {
  const [kind, setKind] = useState<Entity>(entity)
  return (
    <div className="log-tab">
      {kinds[entity].length > 1 && (
        <Segmented<Entity>
          label={texts.filter}
          value={kind}
          options={kinds[entity].map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={setKind}
        />
      )}
      <LogList of={{ entity, id, type: kind }} />
    </div>
  )
}
