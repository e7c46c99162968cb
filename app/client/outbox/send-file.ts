import { type FileEntry, type FileOwner, fileCalls } from "~/contract/file"
import { refusal } from "~/contract/problem"
import { call, offline, type SendOptions } from "../api"
import { isNewIn } from "../board/temporary-ids"
import { outboxStorage } from "./browser-database"
import { isBoardCall } from "./outbox"
import type { StoredUpload } from "./stored-rows"

/** The owner by its real id. The file of a card that was created here waits until the card is sent: throws an `Offline`. */
const realOwner = async (owner: Partial<FileOwner>, userId: number): Promise<Partial<FileOwner>> => {
  const entries = Object.entries(owner) as [keyof FileOwner, number][]
  if (!entries.some(([, id]) => id <= 0)) return owner
  // In this order: a card's id is stored before its entry is removed.
  const unsent = (await outboxStorage.all(userId)).filter(isBoardCall)
  const real = await outboxStorage.ids()
  return Object.fromEntries(
    entries.map(([name, id]) => {
      const known = id > 0 ? id : real.get(id)
      if (known !== undefined) return [name, known]
      if (unsent.some(({ context, problem }) => isNewIn(context, id) && !problem)) throw offline()
      throw refusal(409, "The card this file belongs to was not saved.")
    }),
  )
}

type ToSend = Pick<StoredUpload, "userId" | "planId" | "owner"> & { file: File }

/** Uploads a file. Throws the call's errors. */
export const sendFile = async ({ userId, planId, file, owner }: ToSend, options: SendOptions): Promise<FileEntry> =>
  call(fileCalls.upload, { planId, file, ...(await realOwner(owner, userId)) }, options)

export const fileOf = ({ blob, name, type }: StoredUpload) => new File([blob], name, { type })

/** Uploads a file that this browser stored. */
export const sendStored = (upload: StoredUpload, options: SendOptions) =>
  sendFile({ ...upload, file: fileOf(upload) }, { ...options, idempotencyKey: upload.ref })
