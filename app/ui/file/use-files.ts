import { useCallback, useEffect, useRef, useState } from "react"
import { call, callAll } from "~/client/api"
import type { LoggedEvent } from "~/contract/event-payload"
import { type FileEntry, type FileOwner, fileCalls } from "~/contract/file"
import { useBoard } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

/** Null: the plan itself. */
export type FilesOf = CardRef | null

export type Files = {
  /** Newest first; undefined while loading. */
  list: readonly FileEntry[] | "failed" | undefined
  retry(): void
  put(file: FileEntry): void
  drop(id: number): void
}

const newestFirst = (a: FileEntry, b: FileEntry) =>
  a.uploadDate === b.uploadDate ? b.id - a.id : a.uploadDate < b.uploadDate ? 1 : -1

const owners = ["goalId", "itemId", "taskId", "noteId"] as const

/** The owner of a file added here. */
export const ownerOf = (of: FilesOf, realId: number): Partial<FileOwner> => (of ? { [`${of.entity}Id`]: realId } : {})

/** Live list of the files of a card, of the plan or of all of it; undefined until `wants` is true. */
export const useFiles = (where: FilesOf | "all", wants = true): Files => {
  const every = where === "all"
  const of = every ? null : where
  const { session } = useBoard()
  const { store, planId } = session
  const entity = of?.entity
  const realId = of ? store.realId(of.id) : 0
  const [list, setList] = useState<Files["list"]>()
  // A late answer to an earlier request is dropped.
  const asked = useRef(0)

  const isOurs = useCallback(
    (file: FileEntry) => every || (entity ? file[`${entity}Id`] === realId : owners.every((owner) => !file[owner])),
    [every, entity, realId],
  )
  const load = useCallback(async () => {
    const ticket = ++asked.current
    try {
      const found = await callAll(fileCalls.list, { planId, ...(entity ? { [`${entity}Id`]: realId } : {}) })
      if (ticket === asked.current) setList(found.filter(isOurs).sort(newestFirst))
    } catch {
      if (ticket === asked.current) setList((now) => now ?? "failed")
    }
  }, [entity, realId, planId, isOurs])

  useEffect(() => {
    if (!wants || (entity && realId <= 0)) return
    setList(undefined)
    void load()
    const onEvent = (event: LoggedEvent | undefined) => {
      if (event && !/^File(Added|Renamed|Deleted)$/.test(event.event)) return
      const data = event?.payload.data as FileEntry | null | undefined
      if (!data || isOurs(data)) void load()
    }
    const stop = session.onEvent(onEvent)
    return () => {
      asked.current++
      stop()
    }
  }, [session, entity, realId, wants, load, isOurs])

  const change = useCallback((alter: (list: readonly FileEntry[]) => readonly FileEntry[]) => {
    setList((now) => (now === undefined || now === "failed" ? now : alter(now)))
  }, [])
  return {
    list,
    retry: () => {
      setList(undefined)
      void load()
    },
    put: useCallback(
      (file) => change((now) => [...now.filter(({ id }) => id !== file.id), file].sort(newestFirst)),
      [change],
    ),
    drop: useCallback((id) => change((now) => now.filter((file) => file.id !== id)), [change]),
  }
}

/** Makes the browser save a file under its friendly name. Throws when its address cannot be fetched. */
export const download = async ({ planId, uniqueFileName, friendlyName }: FileEntry) => {
  const address = await call(fileCalls.downloadUrl, { planId, fileName: uniqueFileName })
  const link = document.createElement("a")
  link.href = address
  link.download = friendlyName
  link.click()
}
