// npm run fuzz: sends hostile requests to every call of the built product, as eleven callers.
//   --requests=100000  how many
//   --seed=1           the same ones as another run
import { argument, runModule } from "./steps/run-module.mjs"

await runModule("tests/siege/fuzz.ts", "fuzz", async () => ({
  requests: Number(argument("requests") ?? 100_000),
  seed: Number(argument("seed") ?? Date.now() % 2 ** 31),
}))
