// npm run siege: one account does its worst to the built product while another member saves; prints what each got.
//   --seconds=300  how long in all
//   --only=a,b     some attacks alone
import { argument, runModule } from "./steps/run-module.mjs"

await runModule("tests/siege/siege.ts", "siege", async () => ({
  seconds: Number(argument("seconds") ?? 300),
  only: argument("only")?.split(",") ?? null,
}))
