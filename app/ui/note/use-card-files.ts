import { useMemo } from "react"
import type { FileEntry } from "~/contract/file"
import type { CardRef } from "~/ui/board/view-state"
import { useFiles } from "~/ui/file/use-files"

/** Files by the name they lie under. */
export type CardFiles = ReadonlyMap<string, FileEntry>

/** The files of a goal, action or task; undefined while nobody `wants` them or they are on their way. */
export const useCardFiles = (card: CardRef, wants: boolean): CardFiles | undefined => {
  const { list } = useFiles(card, wants)
  // Without the list each file is asked for by itself.
  return useMemo(
    () => list && new Map((list === "failed" ? [] : list).map((file) => [file.uniqueFileName, file])),
    [list],
  )
}
