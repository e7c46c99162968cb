// openOutside(settings): hands each room that speaks to other machines, or keeps process-wide state, its options.
import { onUnexpected } from "~/api/answer.server"
import { openOrigin } from "~/api/origin.server"
import { openPages } from "~/api/page.server"
import { limitRates } from "~/api/rate-limit.server"
import { openRealtime } from "~/outside/realtime.server"
import { log } from "./log"
import type { Settings } from "./settings"

export async function openOutside(settings: Settings): Promise<void> {
  openOrigin(settings.publicUrl)
  openPages({ mailWaitsHere: waitsHere(settings) })
  openRealtime(settings.supabase)
  limitRates(settings.rateLimits)
  onUnexpected((error, request) => {
    log("error", "a call failed", { method: request.method, path: new URL(request.url).pathname, error })
  })
}
