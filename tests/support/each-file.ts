// Test files share a process and each has a database of its own, whose ids and versions begin anew.
import { afterEach, beforeAll, expect } from "vitest"
import { forgetCards } from "~/domain/cached-cards.server"
import { takeServerFaults } from "./server-faults.ts"

beforeAll(forgetCards)
afterEach(() => expect(takeServerFaults()).toEqual([]))
