import { useEffect, useState } from "react"
import { call } from "~/client/api"
import type { AnswerOf } from "~/contract/call"
import { noteCalls } from "~/contract/note"

export type NoteTypeEntry = AnswerOf<typeof noteCalls.types>[number]

let known: readonly NoteTypeEntry[] = []

/** The note types that the server offers; empty while loading. */
export const useNoteTypes = (): readonly NoteTypeEntry[] => {
  const [types, setTypes] = useState(known)
  useEffect(() => {
    if (known.length > 0) return
    call(noteCalls.types, {}).then(
      (found) => {
        known = found
        setTypes(found)
      },
      // Notes can be written without types.
      () => {},
    )
  }, [])
  return types
}
