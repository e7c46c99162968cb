import type { Board } from "~/contract/plan"
import { type InColumns, listsInColumns, withLists } from "~/contract/shared/board-form"
import { type DrawnPage, drawnPageId } from "../offline/drawn-page"

/** This browser's copy of a plan's board, and of its page's data. */
type Stored = { userId: number; board?: Board; page?: unknown }

type Early = {
  /** The name of the page's copy. */
  page: string
  /** 0 on a page of all plans. */
  planId: number
  /** The server's board. */
  answer?: Promise<InColumns<Board> | undefined>
  stored?: Promise<Stored | undefined>
}

type EarlyWindow = { earlyBoard?: Early }

/** Runs as an inline script: nothing of this module is in scope here. */
const readEarly = (drawnPageId: string, accept: string) => {
  try {
    const path = /^\/(board|threads|goals)$/.exec(location.pathname)?.[1]
    const named = new URLSearchParams(location.search).get("planId")
    const ofAll = path === "goals" && !named
    const plan = ofAll ? "0" : path !== "goals" && (named || sessionStorage.getItem("planId"))
    if (!path || !plan || !(ofAll || /^[1-9]\d{0,14}$/.test(plan))) return
    const page = ofAll ? `${path}.all` : path
    const planId = Number(plan)
    const early = window as EarlyWindow
    const here = ofAll ? "pictured" : localStorage.getItem(`boardHere.${plan}`)
    if (!here) {
      const answer = fetch(`/api/Plan/${plan}/board`, { headers: { accept } }).then(
        (response) => (response.ok ? response.json() : undefined),
        () => undefined,
      )
      early.earlyBoard = { page, planId, answer: answer.catch(() => undefined) }
      return
    }
    const name = location.protocol === "https:" ? "__Host-laneway_person" : "laneway_person"
    const cookie = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`))
    const userId = Number(/=(\d+)/.exec(cookie ?? "")?.[1])
    if (!userId) return
    const show = (drawn?: DrawnPage) => {
      const place = document.getElementById(drawnPageId)
      if (!place || path === "threads" || here !== "pictured" || drawn?.width !== innerWidth) return
      place.toggleAttribute("inert", true)
      place.style.overflowY = drawn.scrolls ? "scroll" : ""
      place.innerHTML = drawn.html
      setTimeout(() => place.replaceChildren(), 10_000)
    }
    const read = (db: IDBDatabase, done: (stored?: Stored) => void) => {
      const stored: Stored = { userId }
      const reading = db.transaction(["answers", "boards"])
      const answers = reading.objectStore("answers")
      const parsed = ({ target }: Event) => {
        const { result } = target as IDBRequest<{ answer?: string; board?: string } | undefined>
        return JSON.parse(result?.answer ?? result?.board ?? "null") ?? undefined
      }
      answers.get([userId, `${ofAll ? page : `plan.${plan}`}.${drawnPageId}`]).onsuccess = (event) =>
        show(parsed(event))
      answers.get([userId, page]).onsuccess = (event) => {
        stored.page = parsed(event)
      }
      reading.objectStore("boards").get([userId, planId]).onsuccess = (event) => {
        stored.board = parsed(event)
        done(stored)
      }
      reading.onabort = () => done()
      reading.oncomplete = () => db.close()
    }
    const stored = new Promise<Stored | undefined>((done) => {
      const opening = indexedDB.open("laneway")
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = opening.onblocked = () => done(undefined)
      opening.onsuccess = () => {
        const { result: db } = opening
        db.onversionchange = () => db.close()
        try {
          read(db, done)
        } catch {
          db.close()
          done(undefined)
        }
      }
    })
    early.earlyBoard = { page, planId, stored }
  } catch {}
}

/**
 * Runs in the head of the document of an open plan and of all plans' goals, while the page's scripts load: reads this
 * browser's copy of what they show, a board's then only needs the changes since, and shows the page as it was drawn last,
 * for ten seconds at most. Without a copy of a board it requests the board.
 */
export const earlyBoardScript = `(${readEarly})("${drawnPageId}", "${listsInColumns}");`

const early = () => (typeof window === "undefined" ? undefined : (window as EarlyWindow).earlyBoard)

/**
 * The board that the document has requested or read, once; nothing if it was another plan's. Both resolve to undefined where
 * there is none.
 */
export const takeEarlyBoard = (
  userId: number,
  planId: number,
): { answer?: Promise<Board | undefined>; copy?: Promise<Board | undefined> } => {
  const read = early()
  if (!read) return {}
  ;(window as EarlyWindow).earlyBoard = undefined
  if (read.planId !== planId) return {}
  return {
    answer: read.answer?.then((board) => board && withLists(board)),
    copy: read.stored?.then((found) => (found?.userId === userId ? found.board : undefined)),
  }
}

/** This browser's copy of a page's data, once, if its document has read it for this person. */
export const earlyPage = async (userId: number, page: string): Promise<unknown> => {
  const read = early()
  if (read?.page !== page) return undefined
  read.page = ""
  const found = await read.stored
  return found?.userId === userId ? found.page : undefined
}

/** Nothing of this module is in scope here. */
const formatOnce = (locale: string) => {
  if (location.pathname !== "/board") return
  const soon = window.requestIdleCallback ?? setTimeout
  soon(() => {
    new Intl.NumberFormat(locale).format(1)
    soon(() => new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", timeZone: "UTC" }).format(0))
  })
}

/**
 * An inline script. The first number and the first date that a board formats take the browser some 40 ms each, which it
 * spends here while the page's code is on its way.
 */
export const earlyFormats = (locale: string) => `(${formatOnce})("${locale}");`
