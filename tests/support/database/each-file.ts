// Test files share a process and each has a database of its own, whose ids and versions begin again.
import { afterEach, beforeAll, expect } from "vitest"
import { forgetPackedBoards } from "~/api/board.server"
import { forgetCards } from "~/domain/board/cached-cards.server"
import { forgetKeys } from "~/domain/sign-in/plan-key.server"
import { forgetEndedLinks } from "~/domain/visit.server"
import { takeServerFaults } from "../product/server-faults.ts"

beforeAll(() => {
  forgetCards()
  forgetPackedBoards()
  forgetEndedLinks()
  forgetKeys()
})
afterEach(() => expect(takeServerFaults()).toEqual([]))
