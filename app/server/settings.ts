// resolveSettings(config): the configuration with what DATA_DIR keeps filled in.
import type { Config } from "./config.ts"
import { readSecrets } from "./secrets.ts"

export type Settings = Omit<Config, "supabase" | "sessionSecrets"> & {
  /** Realtime and storage are a real Supabase's, not this process's own. */
  hosted: boolean
  supabase: { url: string; anonKey: string; serviceRoleKey: string; jwtSecret: string }
  /** The first signs, all verify. */
  sessionSecrets: string[]
}

/** Only for the process that holds the lock on DATA_DIR: it may write secrets there. */
export function resolveSettings(config: Config): Settings {
  const { supabase, sessionSecrets } = config
  const kept = supabase && sessionSecrets ? null : readSecrets(config.dataDir)
  return {
    ...config,
    hosted: supabase !== null,
    supabase: supabase ?? embeddedSupabase(config.publicUrl, kept),
    sessionSecrets: sessionSecrets ?? (kept ? [kept.sessionSecret] : []),
  }
}

function embeddedSupabase(url: string, kept: ReturnType<typeof readSecrets> | null) {
  if (!kept) throw new Error("the embedded default needs the secrets of DATA_DIR")
  return { url, anonKey: kept.anonKey, serviceRoleKey: kept.serviceRoleKey, jwtSecret: kept.jwtSecret }
}
