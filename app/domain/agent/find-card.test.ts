import { expect, test } from "vitest"
import { workingCopy } from "~/rules/agent/working-copy"
import { cards } from "../../../tests/support/model/agent-plan"
import { type Finding, finder } from "./find-card"

const find = finder(workingCopy(cards))
const found = (said: string, finding?: Finding) => {
  const match = find.card(said, ["item"], finding)
  return "found" in match ? match.found.name : `? ${match.choices.join(", ")}`
}

test("a name is written out or one card's beginning; one that is only alike is offered, and taken by those who read alone", () => {
  const survey = "Survey the riverside sites"
  expect(found("survey THE riverside-sites")).toBe(survey)
  expect(found("Survey the")).toBe(survey)
  expect(found("Surv")).toBe(`? ${survey}`)
  expect(found("Survey the riversid sites")).toBe(`? ${survey}`)
  expect(found("Survey the riversid sites", { like: true })).toBe(survey)
  expect(found("Survey the", { exact: true })).toMatch(/^\? Survey the riverside sites/)
  expect(found("Survey the riversid sites", { exact: true, of: "any" })).toBe(`? ${survey}`)
})
