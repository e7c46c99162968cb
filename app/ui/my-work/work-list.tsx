import { useWindowVirtualizer } from "@tanstack/react-virtual"
import clsx from "clsx"
import { useLayoutEffect, useMemo, useRef, useState } from "react"
import type { WorkState } from "~/client/my-work/my-work"
import type { OwnTask } from "~/contract/task"
import type { WorkGroup } from "~/rules/work-groups"
import { workTexts } from "~/ui/my-work/texts"
import { type RowActions, WorkRow } from "~/ui/my-work/work-row"
import { useOnline } from "~/ui/parts/use-online"

export type WorkListHandle = { show(id: number): void }

type WorkListProps = {
  groups: readonly { group: WorkGroup; rows: readonly OwnTask[] }[]
  state: WorkState
  day: string
  phone: boolean
  current: number | undefined
  planPicture(planId: number): string | undefined
  canChange(task: OwnTask): boolean
  actions: RowActions
  handle: { current: WorkListHandle | undefined }
}

const headHeight = 48
const rowHeight = { desk: 41, phone: 61 }

/** The groups of tasks. Only what is near the view is mounted; the page itself scrolls. */
export const WorkList = ({ groups, state, day, phone, current, handle, ...rows }: WorkListProps) => {
  const { planPicture, canChange, actions } = rows
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const { current } = list
    if (current) setTop(current.getBoundingClientRect().top + window.scrollY)
  }, [])

  /** Of each group, the index of its heading; its rows follow. */
  const { starts, keys } = useMemo(() => {
    const starts: number[] = []
    const keys: (string | number)[] = []
    for (const { group, rows } of groups) {
      starts.push(keys.length)
      keys.push(group, ...rows.map(({ id }) => id))
    }
    return { starts, keys }
  }, [groups])

  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: (index) => (typeof keys[index] === "string" ? headHeight : phone ? rowHeight.phone : rowHeight.desk),
    getItemKey: (index) => keys[index] ?? index,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: 60,
    scrollPaddingEnd: 60,
  })
  handle.current = {
    show: (id) => {
      const index = keys.indexOf(id)
      // The heading of a group's first row comes into view with it.
      if (index >= 0) virtualizer.scrollToIndex(typeof keys[index - 1] === "string" ? index - 1 : index)
      if (index >= 0) virtualizer.scrollToIndex(index)
    },
  }

  const online = useOnline()
  const shown = virtualizer.getVirtualItems()
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? -1]
  const { measurementsCache: places } = virtualizer
  const startOf = (index: number) => (places[index]?.start ?? top) - top
  const endOf = (index: number) => (places[index]?.end ?? top) - top

  const sections = groups.flatMap(({ group, rows }, nth) => {
    const head = starts[nth] ?? 0
    const end = head + rows.length
    if (end < first || head > last) return []
    const from = Math.max(head + 1, first)
    const to = Math.min(end, last)
    return [{ group, rows, head, end, from, to }]
  })
  const [before, after] = [sections[0], sections.at(-1)]
  const style = {
    paddingTop: before ? startOf(before.head) : 0,
    paddingBottom: after ? virtualizer.getTotalSize() - endOf(after.end) : 0,
  }

  return (
    <div ref={list} className={clsx("work-list", phone && "phone-list-of-work")} style={style}>
      {sections.map(({ group, rows, head, end, from, to }) => (
        <section key={group} aria-labelledby={`work-${group}`}>
          <h2
            ref={virtualizer.measureElement}
            data-index={head}
            id={`work-${group}`}
            className="work-group"
            data-urgency={group === "overdue" ? "late" : undefined}
          >
            {workTexts.groups[group]} <span className="numeric">{rows.length}</span>
            {group === "done" && <span>{workTexts.doneHint}</span>}
          </h2>
          <ul
            className="divided surface"
            style={{
              paddingTop: from <= to ? startOf(from) - endOf(head) : endOf(end) - endOf(head),
              paddingBottom: from <= to ? endOf(end) - endOf(to) : 0,
            }}
          >
            {rows.slice(from - head - 1, Math.max(from, to + 1) - head - 1).map((task, nth) => (
              <WorkRow
                key={task.id}
                measure={virtualizer.measureElement}
                index={from + nth}
                task={task}
                day={day}
                planPicture={planPicture(task.planId)}
                before={state.ticked.get(task.id)}
                refused={state.refused.get(task.id)}
                waits={!online && state.saving.has(task.id)}
                canChange={canChange(task)}
                current={task.id === current}
                phone={phone}
                position={from + nth - head}
                size={rows.length}
                actions={actions}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
