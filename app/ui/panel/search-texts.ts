import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Texts of the search in the side panel. */
export const searchTexts = localized("searchTexts", {
  searchField: "Search the board",
  clear: "Clear search",
  noContent: "No content available",
  hint: "Finds goals, actions, tasks, notes and files. Cards that do not match are dimmed.",
  results: "Results",
  suggestions: "Suggestions",
  tabs: {
    all: "All",
    tasks: "Tasks",
    items: "Actions",
    goals: "Goals",
    notes: "Notes",
    files: "Files",
  },
  filter: "Show results of",
  noResults: (query: string) => `No results found for "${query}"`,
  resultCount: (count: number) => counted(count, { one: "# result", other: "# results" }),
  moreResults: (count: number) => `Show ${number(count)} more`,
  searching: "Searching",
  searchFailed: "Error searching. Please try again.",
  searchIncomplete: "The search took too long, so results may be missing. Try fewer or longer words.",
  plan: "Plan",
  noGoal: "No goal",
  noteOf: (name: string) => `Note by ${name}`,
})
