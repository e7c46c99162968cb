import { expect, test } from "vitest"
import { isMarked, previewMarkers, unmarked, withoutMarkers } from "./markers"

const inPieces = (text: string, size: number) => {
  const pieces: string[] = []
  const reading = unmarked((piece) => pieces.push(piece))
  for (let at = 0; at < text.length; at += size) reading.take(text.slice(at, at + size))
  expect(reading.end()).toBe(pieces.join(""))
  return pieces
}

const nested = "PREPREVIEW:VIEW: all. Ready to Ready to proceed?proceed? Ready toPREVIEW:proceed?"

test.each(previewMarkers)("a text has no %s, however it is written and cut", (marker) => {
  for (const text of [`Yes. ${marker} All is done.`, marker.toUpperCase(), `${marker}${marker}`, nested]) {
    expect(isMarked(withoutMarkers(text)), text).toBe(false)
    for (const size of [1, 2, 7, 100]) expect(isMarked(inPieces(text, size).join("")), text).toBe(false)
  }
})

test("a text in pieces arrives whole and without delay, but for its ends", () => {
  const text = "\n  Dock 3 is late: ready to\n\nopen, and what I did is below. \n"
  for (const size of [1, 3, 100]) expect(inPieces(text, size).join("")).toBe(text.trim())
  expect(inPieces("All is well.", 4)).toEqual(["All", " is", " well."])
  expect(inPieces("I can preview", 13)).toEqual(["I can", " preview"])
  expect(inPieces(" ", 1)).toEqual([])
})
