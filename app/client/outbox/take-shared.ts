import { sharedAnswer } from "~/contract/shared/share"
import { sharedStorage } from "./shared"
import type { Shared } from "./stored-rows"

/** Fields of `share_target` in the web manifest. */
const textOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

/** Posted by a page of another site, which says so unless it hides where it comes from. The system's share sheet has no page. */
const isForeign = ({ referrer, url }: Request) =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== new URL(url).origin

/** Stores what another app shared, for the service worker. Returns where the person goes on. */
export const takeShared = async (request: Request, userId: number | undefined): Promise<string> => {
  if (isForeign(request)) return "/"
  const form = await request.formData().catch(() => undefined)
  if (!form) return sharedAnswer("lost")
  const files = form.getAll("files").filter((file): file is File => file instanceof File && file.size > 0)
  const shared: Shared = {
    id: crypto.randomUUID(),
    ...(userId !== undefined && { userId }),
    at: Date.now(),
    title: textOf(form, "title"),
    text: [textOf(form, "text"), textOf(form, "url")].filter((part) => part !== "").join("\n"),
    files: files.map((file) => ({ name: file.name, type: file.type, blob: file.slice(0, file.size, file.type) })),
  }
  if (`${shared.title}${shared.text}`.trim() === "" && files.length === 0) return sharedAnswer("lost")
  return sharedAnswer((await sharedStorage.put(shared)) ? "stored" : "full")
}
