// Test files share a process and each has a database of its own, whose ids and versions begin anew.
import { beforeAll } from "vitest"
import { forgetCards } from "~/domain/cached-cards.server"

beforeAll(forgetCards)
