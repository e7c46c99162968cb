import { useEffect, useState } from "react"
import { call } from "~/client/api"
import type { LoggedEvent } from "~/contract/events"
import { type FileEntry, fileCalls } from "~/contract/file"
import { useBoard } from "~/ui/board/board-context"
import type { CardRef } from "~/ui/board/view-state"

/** Files by the name they lie under. */
export type CardFiles = ReadonlyMap<string, FileEntry>

const listed = (files: readonly FileEntry[]): CardFiles => new Map(files.map((file) => [file.uniqueFileName, file]))

/** The files of a goal, action or task, kept up to date; undefined while nobody `wants` them or they are on their way. */
export const useCardFiles = ({ entity, id }: CardRef, wants: boolean): CardFiles | undefined => {
  const { session } = useBoard()
  const { store, planId } = session
  const realId = store.realId(id)
  const [files, setFiles] = useState<CardFiles>()

  useEffect(() => {
    if (!wants || realId <= 0) return
    let asked = 0
    const load = async () => {
      const ticket = ++asked
      // Without the list each file is asked for by itself.
      const found = await call(fileCalls.list, { planId, [`${entity}Id`]: realId }).catch(() => [])
      if (ticket === asked) setFiles(listed(found))
    }
    void load()
    const onEvent = (event: LoggedEvent | undefined) => {
      if (event && !/^File(Added|Renamed|Deleted)$/.test(event.event)) return
      const data = event?.payload.data as FileEntry | null | undefined
      if (data && data[`${entity}Id`] !== realId) return
      void load()
    }
    const stop = session.onEvent(onEvent)
    return () => {
      asked++
      stop()
    }
  }, [session, entity, realId, planId, wants])

  return files
}
