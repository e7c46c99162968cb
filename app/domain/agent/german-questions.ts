// inEnglish(): a German question about the plan as the English one that rules answer.

/** "Zeig mir, was überfällig ist" as "was ist überfällig" */
const asked =
  /^(?:zeige?|sage?|nenne?|liste)(?: mir| uns)?,? (was|woran|welche (?:aufgaben|aktionen)) (.{1,80}) (ist|sind|arbeitet|arbeite)$/

const german: [RegExp, string][] = [
  [
    /^(?:was|welche aufgaben|welche aktionen|ist etwas|gibt es etwas) (?:ist |sind )?(?:überfällig|zu spät)(?:es)?$/,
    "what is overdue",
  ],
  [
    /^(?:zeige?|nenne?|liste)(?: mir| uns)?(?: alle| alles| die| das)* überfällige[ns]?(?: aufgaben| aktionen| karten)?(?: auf)?$/,
    "what is overdue",
  ],
  [/^(?:was|welche aufgaben|welche aktionen) (?:ist|sind|wird|werden) heute fällig$/, "what is due today"],
  [/^(?:was|welche aufgaben|welche aktionen) (?:ist|sind|wird|werden) (?:bis )?morgen fällig$/, "what is due tomorrow"],
  [
    /^(?:was|welche aufgaben|welche aktionen) (?:ist|sind|wird|werden) (?:in )?dieser? woche fällig$/,
    "what is due this week",
  ],
  [
    /^(?:was|welche aufgaben|welche aktionen) (?:ist|sind|wird|werden) (?:in der )?nächsten? woche fällig$/,
    "what is due next week",
  ],
  [
    /^(?:was|welche aufgaben|welche aktionen) (?:ist|sind|wird|werden) (?:in )?diese[nm] monat fällig$/,
    "what is due this month",
  ],
  [/^(?:was ist|welche (?:aufgaben|aktionen) sind) am (.{1,40}) fällig$/, "what is due on $1"],
  [/^(?:was ist|welche (?:aufgaben|aktionen) sind) bis (?:zum )?(.{1,40}) fällig$/, "what is due by $1"],
  [/^(?:was ist|welche (?:aufgaben|aktionen) sind) (.{1,40}) fällig$/, "what is due $1"],
  [
    /^(?:(?:woran|an was) arbeite|was (?:mache|tue)) ich(?: gerade| aktuell| derzeit| momentan| jetzt)?$/,
    "what am i working on",
  ],
  [
    /^(?:(?:woran|an was) arbeitet|was (?:macht|tut)) (.{1,80}?)(?: gerade| aktuell| derzeit| momentan| jetzt)?$/,
    "what is $1 working on",
  ],
  [
    /^(?:fass|fasse) (?:den plan |alles )?zusammen$|^(?:zusammenfassung|überblick|status|stand)(?: des plans)?$/,
    "summarise the plan",
  ],
  [
    /^(?:wie ist der stand|wie weit sind wir|wo stehen wir|gib mir (?:einen |eine )?(?:überblick|zusammenfassung))$/,
    "summarise the plan",
  ],
  [
    /^wie (?:stehen|laufen|geht es) (?:alle |die |unsere |unseren |meine |meinen )*ziele(?:n)?(?: da)?$/,
    "how are our goals",
  ],
  [/^was ist im fokus$/, "what is in focus"],
  [/^was ist (?:noch )?(?:zu tun|offen|zu erledigen)$/, "what is left to do"],
]
/** "Welche Aufgaben sind in Arbeit?" */
const germanList =
  /^(?:welche|was für|zeig(?:e)?(?: mir)?|liste|nenne?(?: mir)?|wie viele|gib mir|was sind)(?: alle| die| meine)* (ziele|aktionen|aufgaben)\b ?(.{0,120}?)(?: auf)?$/
const germanHow: [RegExp, string][] = [
  [/^(?:gibt es|sind offen|sind noch offen|haben wir|sind das|)$/, ""],
  [/^sind (?:fertig|erledigt|abgeschlossen)$/, "done"],
  [/^sind (?:in arbeit|begonnen)$/, "in doing"],
  [/^sind (?:zu erledigen|nicht begonnen)$/, "in to do"],
  [/^sind im fokus$/, "in focus"],
  [
    /^(?:haben keine[n]? (?:zuständige[n]?|besitzer)|ohne (?:zuständige[n]?|besitzer)|sind niemandem zugewiesen)$/,
    "without an owner",
  ],
  [/^(?:habe ich|von mir)$/, "of me"],
  [/^(?:hat|von|für) (.{1,60})$/, "of $1"],
  [/^(?:sind in|sind unter|in|unter|gehören zu) (.{1,100})$/, "in $1"],
]
const nounsOf: Readonly<Record<string, string>> = { ziele: "goals", aktionen: "actions", aufgaben: "tasks" }

export const inEnglish = (given: string): string => {
  const said = given.replace(asked, "$1 $3 $2")
  const [, noun = "", how = ""] = germanList.exec(said) ?? []
  const list = noun === "" ? undefined : germanHow.find(([pattern]) => pattern.test(how))
  const english = list && how.replace(...list)
  if (english !== undefined) return `which ${nounsOf[noun]}${english === "" ? "" : ` are ${english}`}`
  const found = german.find(([pattern]) => pattern.test(said))
  return found ? said.replace(...found) : said
}
