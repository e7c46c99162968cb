import { type Note, noteCalls } from "~/contract/note"
import { call, type SendOptions } from "../api"
import { changedFields, type NoteSave } from "./note-editing"

/** The limit of a `keepalive` request, bytes. */
const leavingBytes = 60_000

/** Makes a note or changes one. Throws the call's errors. */
export const saveNote = async (
  planId: number,
  { key, base, fields, leaving }: NoteSave,
  more: SendOptions = {},
): Promise<Note> => {
  const body = base ? changedFields(base, fields) : fields
  const options = {
    ...more,
    idempotencyKey: key,
    keepalive: leaving && JSON.stringify(body).length < leavingBytes / 3,
    unmodifiedSince: base?.modifiedDate,
  }
  return base
    ? call(noteCalls.update, { id: base.id, ...body }, options)
    : call(noteCalls.create, { planId, ...fields }, options)
}
