import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { call, type Given } from "~/client/api"
import type { Call, CallOptions } from "~/contract/call"

type Loaded<Value> = {
  /** Of the last load that succeeded. */
  value: Value | undefined
  /** Whether the last load failed. */
  failed: boolean
  /** Loads again; until the answer, what is shown stays. */
  reload(): Promise<void>
  /** Starts over: neither loaded nor failed. */
  retry(): void
  /** Changes a loaded value to what is known here. */
  setValue(change: (now: Value) => Value): void
}

/** The result of `load`, which must have a stable identity; another one starts over. Undefined loads nothing. */
export const useLoaded = <Value>(load: (() => Promise<Value>) | undefined): Loaded<Value> => {
  const [state, setState] = useState<{ of: typeof load; value?: Value; failed: boolean }>()
  const latest = useRef(0)
  const reload = useCallback(async () => {
    const ticket = ++latest.current
    if (!load) return
    try {
      const value = await load()
      if (ticket === latest.current) setState({ of: load, value, failed: false })
    } catch {
      if (ticket === latest.current) setState((now) => ({ ...(now?.of === load && now), of: load, failed: true }))
    }
  }, [load])
  useEffect(() => {
    void reload()
    return () => {
      latest.current++
    }
  }, [reload])
  const now = state?.of === load ? state : undefined
  return {
    value: now?.value,
    failed: now?.failed ?? false,
    reload,
    retry: () => {
      setState(undefined)
      void reload()
    },
    setValue: (change) =>
      setState((now) => (now && "value" in now ? { ...now, value: change(now.value as Value) } : now)),
  }
}

/** The answer of a call of the contract. Another input starts over; undefined asks nothing. */
export const useCall = <O extends CallOptions>(declared: Call<O>, input: Given<Call<O>> | undefined) => {
  const key = JSON.stringify(input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the input's identity
  return useLoaded(useMemo(() => input && (() => call(declared, input)), [declared, key]))
}

const everyMs = 5_000

/** `useLoaded`, every 5 seconds. */
export const usePolled = <Answer>(load: () => Promise<Answer>) => {
  const loaded = useLoaded(load)
  const { reload } = loaded
  useEffect(() => {
    const timer = setInterval(() => void reload(), everyMs)
    return () => clearInterval(timer)
  }, [reload])
  return loaded
}
