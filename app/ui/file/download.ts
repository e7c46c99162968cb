import { call } from "~/client/api"
import { type FileEntry, fileCalls } from "~/contract/file"

/** Makes the browser save a file under its friendly name. Throws when its address cannot be fetched. */
export const download = async ({ planId, uniqueFileName, friendlyName }: FileEntry) => {
  const address = await call(fileCalls.downloadUrl, { planId, fileName: uniqueFileName })
  const link = document.createElement("a")
  link.href = address
  link.download = friendlyName
  link.click()
}
