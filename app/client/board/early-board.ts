import type { Board } from "~/contract/plan"

type Early = { planId: number; answer: Promise<Board | undefined> }

/**
 * Runs in the head of an open plan's document: requests its board while the page's scripts load, unless this browser has a
 * copy, which only needs the changes since.
 * It is the text of an inline script, so nothing of this module is in scope there.
 */
export const earlyBoardScript =
  'try{var p=/^\\/(board|threads)$/.test(location.pathname)&&(new URLSearchParams(location.search).get("planId")||sessionStorage.getItem("planId"));if(/^[1-9]\\d{0,14}$/.test(p)&&!localStorage.getItem("boardHere."+p))window.earlyBoard={planId:+p,answer:fetch("/api/Plan/"+p+"/board").then(function(r){return r.ok?r.json():undefined}).catch(function(){})}}catch(e){}'

/**
 * The board that the document requested, once; undefined if it was another plan's. Resolves to undefined without an
 * answer.
 */
export const takeEarlyBoard = (planId: number): Early["answer"] | undefined => {
  if (typeof window === "undefined") return undefined
  const page = window as { earlyBoard?: Early }
  const { earlyBoard } = page
  page.earlyBoard = undefined
  return earlyBoard?.planId === planId ? earlyBoard.answer : undefined
}
