import { useVirtualizer } from "@tanstack/react-virtual"
import { useEffect, useMemo, useRef, useState } from "react"
import { grouped } from "~/client/notification/groups"
import type { Notification } from "~/contract/notification-row"
import { NotificationRow } from "~/ui/notification/notification-row"

type ListProps = {
  list: readonly Notification[]
  more: boolean
  onMore(): Promise<void>
  onOpen(all: readonly Notification[]): void
}

const estimatedRow = 76
/** Rows from the end at which older ones are loaded. */
const ahead = 10

/** The rows of the panel; only those near the window are drawn. */
export const NotificationList = ({ list, more, onMore, onOpen }: ListProps) => {
  const scroll = useRef<HTMLDivElement>(null)
  const loading = useRef(false)
  const groups = useMemo(() => grouped(list), [list])
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const rows = useVirtualizer({
    count: groups.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => estimatedRow,
    getItemKey: (at) => groups[at]?.key ?? at,
    overscan: 5,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (!more || loading.current || last < groups.length - ahead) return
    loading.current = true
    void onMore().finally(() => {
      loading.current = false
    })
  }, [more, last, groups.length, onMore])
  /** By the oldest comment of a group, which stays when newer ones arrive. */
  const unfold = (id: number, open: boolean) => {
    const next = new Set(unfolded)
    if (open) next.add(id)
    else next.delete(id)
    setUnfolded(next)
  }
  return (
    <div ref={scroll} className="notification-scroll">
      <ul style={{ height: rows.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const group = groups[index]
          const oldest = group?.all.at(-1)?.id ?? 0
          return (
            group && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-setsize={more ? -1 : groups.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <NotificationRow
                  group={group}
                  unfolded={unfolded.has(oldest)}
                  onUnfold={(open) => unfold(oldest, open)}
                  onOpen={onOpen}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
