import { type ClientLoaderFunctionArgs, useRevalidator } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { readId } from "~/contract/shared/deep-link"
import { earlyPage } from "../board/early-board"
import { selectedPlan } from "../memory/selected-plan"
import { claimTab } from "../memory/typed"
import { forgetOthers, inTime, keepAnswer, keepKey, outboxStorage, recallAnswer } from "../outbox/browser-database"
import { sharedStorage } from "../outbox/shared"
import { draftStorage } from "../outbox/stored-drafts"
import { uploadStorage } from "../outbox/stored-uploads"
import { knownPerson, rememberPerson } from "./person"

/** A page's data. `user` is null in its shell, and where there is neither an answer nor a copy. */
type PageData = { user: { id: number; language: string | null } | null; sealKeys?: readonly string[] }
/** `isLocal`: this browser's copy, which the server has not confirmed. */
export type Local<Data> = Data & { isLocal?: true }
/** There is neither an answer nor a copy. The shell's own data lacks `isLocal`: no copy has been looked for yet. */
const nothing: Local<{ user: null }> = { user: null, isLocal: true }

/** The server's patience ends a page that is loading; this ends one over a connection that is open on one side only. */
const deadline = 10_000
/** How often a page that shows a copy asks the server again, ms. */
const askAgain = 15_000

/** The page on screen: loading it again asks the server, while arriving at another shows its copy first. */
let shown: string | undefined
let hydrated = false

/**
 * The `clientLoader` of a page with a shell: returns the copy that this browser has of the page's data, and otherwise the
 * server's answer. `useLocalFirst` then brings a copy up to date. `made`: what can be shown where there is neither.
 */
export const localFirst = async <Data extends PageData, Made extends PageData = Data>(
  page: string,
  { request, serverLoader }: ClientLoaderFunctionArgs,
  made?: (userId: number) => Promise<Made | undefined>,
): Promise<Local<Data> | Local<Made> | Local<{ user: null }>> => {
  const recall = async (): Promise<Local<Data> | undefined> => {
    const personId = knownPerson()
    if (!personId) return undefined
    const early = (await inTime(earlyPage(personId, page))) as Data | undefined
    const copy = early ?? (await recallAnswer<Data>(personId, page))
    if (!copy) return undefined
    claimTab(personId)
    void sendWhatWaits(personId, request.url)
    return { ...copy, isLocal: true }
  }
  // While hydrating, the server's answer is part of the document.
  const arriving = hydrated && shown !== page
  hydrated = true
  const copy = arriving ? await recall() : undefined
  if (copy) return copy
  try {
    const answer = (await withinDeadline(serverLoader<Data>())) as Data
    if (!answer.user) return (await recall()) ?? nothing
    const arrived = knownPerson() === answer.user.id || (await arrive(answer.user.id, answer.sealKeys ?? []))
    claimTab(answer.user.id)
    if (arrived) rememberPerson(answer.user)
    // Each time, since the browser may have deleted it.
    const [key] = answer.sealKeys ?? []
    if (key) void keepKey(answer.user.id, key)
    void keepAnswer(answer.user.id, page, answer)
    void sendWhatWaits(answer.user.id, request.url)
    return answer
  } catch (thrown) {
    if (request.signal.aborted || isAnswer(thrown)) throw thrown
    const personId = knownPerson()
    const other = (await recall()) ?? (personId && (await made?.(personId).catch(() => undefined)))
    return other ? { ...other, isLocal: true } : nothing
  }
}

/**
 * Somebody has signed in: others leave nothing readable here, and what this person left unsent is theirs again. Answers
 * false where its code could not be loaded; the next page then does it.
 */
const arrive = async (userId: number, keys: readonly string[]) => {
  await forgetOthers(userId)
  return import("../outbox/sealed").then(
    ({ handOver }) => handOver(userId, keys).then(() => true),
    () => false,
  )
}

/** The plan that a page shows. */
const planIn = (address: string) => {
  const { pathname, searchParams } = new URL(address)
  return pathname === "/" ? undefined : (readId(searchParams.get("planId")) ?? selectedPlan.read())
}

/** Takes over what closed pages have not sent, on pages of other plans or of none too. */
const sendWhatWaits = async (userId: number, address: string) => {
  const waiting = (await outboxStorage.all(userId)).some(({ problem }) => !problem)
  if (waiting) await import("../outbox/person-outbox").then(({ outboxOf }) => outboxOf(userId)).catch(() => {})
  const plans = new Set((await uploadStorage.all(userId)).map(({ planId }) => planId))
  if (plans.size > 0)
    await import("../outbox/plan-uploads").then(({ uploadsOf }) => plans.forEach(uploadsOf)).catch(() => {})
  // The plan's own page takes up its notes, to show them.
  const shown = planIn(address)
  const others = (await draftStorage.all(userId)).some(({ planId }) => planId !== shown)
  if (others)
    await import("../note/send-left").then(({ sendLeftNotes }) => sendLeftNotes(userId, {}, shown)).catch(() => {})
  const shared = (await sharedStorage.all(userId)).some(({ waits }) => waits)
  if (shared) await import("../outbox/add-shared").then(({ sendShared }) => sendShared(userId)).catch(() => {})
}

/** Redirects and refusals are answers; a page of a captive portal and an error of the server are not. */
const isAnswer = (thrown: unknown) =>
  typeof thrown === "object" && thrown !== null && "status" in thrown && Number(thrown.status) < 500

const withinDeadline = <Answer>(work: Promise<Answer>): Promise<Answer> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("The server did not answer.")), deadline)),
  ])

/** Asks the server while the page shows a copy, or nothing. `failed`: it shows nothing, and there was no answer. */
export const useLocalFirst = (page: string, { isLocal, user }: Local<PageData>) => {
  const { revalidate, state } = useRevalidator()
  const isFresh = user !== null && !isLocal
  // Asking now would interrupt the page's own loader, whose answer while hydrating is the shell's data.
  const isHydrating = user === null && !isLocal
  const asking = state !== "idle"
  const asked = useRef(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    shown = page
    return () => {
      if (shown === page) shown = undefined
    }
  }, [page])
  useEffect(() => {
    if (isFresh || isHydrating) return
    revalidate()
    const timer = setInterval(revalidate, askAgain)
    window.addEventListener("online", revalidate)
    return () => {
      clearInterval(timer)
      window.removeEventListener("online", revalidate)
    }
  }, [isFresh, isHydrating, revalidate])
  useEffect(() => {
    if (asked.current && !asking) setFailed(true)
    asked.current = asking
  }, [asking])
  return { failed: failed && user === null, onAgain: revalidate }
}
