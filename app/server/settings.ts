// resolveSettings(config): the configuration, completed with the secrets stored in DATA_DIR.
import type { SigningOptions } from "~/outside/realtime.server"
import type { Config } from "./config.ts"
import { readSecrets } from "./secrets.ts"

export type Settings = Omit<Config, "supabase" | "sessionSecrets"> & {
  /** Realtime and storage are those of a Supabase project, not embedded. */
  hosted: boolean
  /** `anonKey` null: embedded, where each person gets a key of their own. */
  supabase: { url: string; internalUrl: string; anonKey: string | null; serviceRoleKey: string } & SigningOptions
  /** The first signs, all verify. */
  sessionSecrets: string[]
}

/** Call it while holding the lock on DATA_DIR: it may write secrets there. */
export const resolveSettings = (config: Config): Settings => {
  const { supabase, sessionSecrets } = config
  const stored = supabase && sessionSecrets ? null : readSecrets(config.dataDir)
  return {
    ...config,
    hosted: supabase !== null,
    supabase: supabase ?? embeddedSupabase(config.publicUrl, stored),
    sessionSecrets: sessionSecrets ?? (stored ? [stored.sessionSecret] : []),
  }
}

const embeddedSupabase = (url: string, stored: ReturnType<typeof readSecrets> | null) => {
  if (!stored) throw new Error("the embedded default needs the secrets of DATA_DIR")
  return { url, internalUrl: url, anonKey: null, serviceRoleKey: stored.serviceRoleKey, jwtSecret: stored.jwtSecret }
}
