import type { Board } from "~/contract/plan"

type Early = { planId: number; answer: Promise<Board | undefined> }

/**
 * Runs in the head of the board's document: asks for the board while the page's scripts are on their way.
 * Text of a script: nothing of this module is in scope there.
 */
export const earlyBoardScript =
  'try{var p=location.pathname==="/board"&&(new URLSearchParams(location.search).get("planId")||sessionStorage.getItem("planId"));if(/^[1-9]\\d{0,14}$/.test(p))window.earlyBoard={planId:+p,answer:fetch("/api/Plan/"+p+"/board").then(function(r){return r.ok?r.json():undefined}).catch(function(){})}}catch(e){}'

/** The board the document asked for, once; nothing when it was another plan's. It resolves to undefined where there was no answer. */
export const takeEarlyBoard = (planId: number): Early["answer"] | undefined => {
  if (typeof window === "undefined") return undefined
  const page = window as { earlyBoard?: Early }
  const { earlyBoard } = page
  page.earlyBoard = undefined
  return earlyBoard?.planId === planId ? earlyBoard.answer : undefined
}
