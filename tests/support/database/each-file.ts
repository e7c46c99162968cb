// Test files share a process and each has a database of its own, whose ids and versions begin again.
import { afterEach, expect } from "vitest"
import { forgetPackedBoards } from "~/api/board.server"
import { forgetCards } from "~/domain/board/cached-cards.server"
import { forgetKeys } from "~/domain/sign-in/plan-key.server"
import { forgetEndedLinks } from "~/domain/visit.server"
import { takeServerFaults } from "../product/server-faults.ts"

// A file may open its database while it is loaded, which is after this.
forgetCards()
forgetPackedBoards()
forgetEndedLinks()
forgetKeys()
afterEach(() => expect(takeServerFaults()).toEqual([]))
