// readEnvironment(source): the values of all variables, and a fault for each that is wrong by itself.
import { type Fault, formerVariables } from "./limit-list.ts"
import { type Environment, type VariableName, variableNames, variables } from "./variables.ts"

/** An empty variable counts as not set. */
export const readEnvironment = (source: Record<string, string | undefined>) => {
  const values: Environment = {}
  const faults: Fault[] = []
  for (const name of variableNames) {
    const given = source[name]?.trim()
    if (!given) continue
    values[name] = given
    if (!variables[name].schema.safeParse(given).success) faults.push(faultOf(name, given))
  }
  return { values, faults: [...faults, ...formerVariables(source)] }
}

/** With `expected` when the value is valid by itself. */
export const faultOf = (name: VariableName, found: string | undefined, expected?: string): Fault => {
  const variable = variables[name]
  const shown = variable.secret ? `(hidden, ${found?.length} characters)` : JSON.stringify(found)
  return { name, found: found === undefined ? "not set" : shown, expected: expected ?? variable.expected }
}
