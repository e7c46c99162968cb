// Requests without a model in English and German: parts, pronouns, owners, days, and what must not be guessed.
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { tonguesOnServer } from "~/languages/on-server"
import { openSpeaking } from "~/outside/speaking.server"
import type { BoardCards } from "~/rules/agent/working-copy"
import { actor, goals, items, people, task } from "../../../tests/support/model/agent-plan"
import { copyOf, saidOf } from "../../../tests/support/model/agent-said"
import { offline } from "./offline.server"

/** A Tuesday. */
beforeAll(() => vi.useFakeTimers({ now: new Date("2026-11-24T09:00:00Z") }))
afterAll(() => vi.useRealTimers())

const goalsOf = (...names: string[]) =>
  names.map((name, at) => ({ ...(goals[0] as (typeof goals)[number]), id: at + 1, name, order: at + 1 }))
const goalNames = ["Website", "Gamma", "Größe und Stil"]
const itemsOf = (...topics: [topic: string, goalId: number][]) =>
  topics.map(([topic, goalId], at) => ({
    ...(items[0] as (typeof items)[number]),
    id: at + 11,
    topic,
    goalId,
    goal: { id: goalId, name: goalNames[goalId - 1] ?? "", color: "#d3395d" },
    order: at + 1,
  }))
const cards: BoardCards = {
  planId: 7,
  labels: [],
  goals: goalsOf(...goalNames),
  items: itemsOf(
    ["Homepage", 1],
    ["Booth", 2],
    ["Invoices", 2],
    ["Inventory", 2],
    ["Café öffnen", 3],
    ["Shop A", 1],
    ["Shop B", 1],
  ),
  tasks: [
    task(21, "Header", 11),
    task(22, "Talk to Bo", 11),
    task(23, "Write report", 12),
    task(24, "Angebot einholen", 15),
    task(25, "Budget planen", 15, { type: 2 }),
  ],
  members: [
    { id: 1, userName: "Ada Lind" },
    { id: 2, userName: "Bo Berg" },
    { id: 3, userName: "Mei Tanaka" },
    ...people.slice(3),
  ],
}
const said = saidOf(cards)

const none = "? No model is configured, so I understand simple sentences only:"
const noDate = (day: string) => `? I don’t understand the date “${day}”. Try 15 December, 2026-12-15 or next Friday.`
const not = (part: string) => `! I don’t understand “${part}”, so nothing is proposed for it.`

const inHomepage = (name: string) => `+task ${name} {item: Homepage}`

const requests: [request: string, ...expected: string[]][] = [
  // parts, and the card that "it" is
  ["Add a task Footer to Homepage and assign it to Bo", "+task Footer {item: Homepage, owner: Bo Berg}"],
  [
    "Rename Homepage to Start page and add a task Footer to it",
    "~item Homepage {topic: Start page}",
    "+task Footer {item: Homepage}",
  ],
  [
    "Rename Homepage to Start page and add a task Footer to Start page",
    "~item Homepage {topic: Start page}",
    "+task Footer {item: Homepage}",
  ],
  ["Rename Homepage to Start page and make it green", "~item Homepage {topic: Start page}", not("make it green")],
  [
    "Rename Homepage to Start page, then tell Bo about it",
    "~item Homepage {topic: Start page}",
    not("tell Bo about it"),
  ],
  [
    "Add a goal Shop, add an action Stock to it and add a task Count boxes to it",
    "+goal Shop",
    "+item Stock {goal: new-1}",
    "+task Count boxes {item: new-2}",
  ],
  ["Add a task Footer to Homepage. Set its due date to Friday.", "+task Footer {item: Homepage, due: 2026-11-27}"],
  [
    "Add a task Footer to Homepage and set the due date of it to Friday",
    "+task Footer {item: Homepage, due: 2026-11-27}",
  ],
  ["Start Header and assign it to me", "~task Header {type: 1}", "~task Header {owner: Ada Lind}"],
  ["Focus on Homepage, then complete Header", "~item Homepage {focus: true}", "~task Header {type: 2}"],
  ["Complete Header; delete Booth", "~task Header {type: 2}", "-item Booth"],
  ["Add a task Research and design to Homepage", "+task Research and design {item: Homepage}"],
  ["Add a task Buy paint and finish the wall to Homepage", "+task Buy paint and finish the wall {item: Homepage}"],
  [
    "Add a task Footer to Homepage and add a task Imprint to Booth",
    "+task Footer {item: Homepage}",
    "+task Imprint {item: Booth}",
  ],
  ['Rename Homepage to "Start and add more"', "~item Homepage {topic: Start and add more}"],
  // further parts that leave out the verb
  ["Rename Homepage to Start and Booth to Stall", "~item Homepage {topic: Start}", "~item Booth {topic: Stall}"],
  [
    "Rename Homepage to Start, Booth to Stall; Header to Top",
    "~item Homepage {topic: Start}",
    "~item Booth {topic: Stall}",
    "~task Header {description: Top}",
  ],
  ["Benenne Homepage in Start und Booth in Stand um", "~item Homepage {topic: Start}", "~item Booth {topic: Stand}"],
  ["Rename Homepage to Fish and chips to go", "~item Homepage {topic: Fish and chips to go}"],
  ['Rename Homepage to "Start and Booth to Stall"', "~item Homepage {topic: Start and Booth to Stall}"],
  ["Change the name of Homepage to Start and Booth to Stall", none],
  ["Change the name of Homepage to Start, Booth to Stall", none],
  [
    "Assign Header to Bo and Write report to Mei",
    "~task Header {owner: Bo Berg}",
    "~task Write report {owner: Mei Tanaka}",
  ],
  ["Move Header to done and Write report to doing", "~task Header {type: 2}", "~task Write report {type: 1}"],
  // what is added there is no card
  ["Add a meeting to Website: Monday", none],
  ["Add a check-in to Website: on track", none],
  ["Add a deadline to Homepage: Friday", none],
  ["Add a description to Homepage: going live", none],
  ["Add a checklist to Homepage: a, b", none],
  ["Create an action Blog in Website, tasks: Text, Picture", none],
  ["Erstelle Aktion Blog unter Website, Aufgaben: Text, Bild", none],
  ["Add a file to Homepage", none],
  ["Add a webhook to Homepage", none],
  ["Füge eine Datei zu Homepage hinzu", none],
  ["Add Bo to Homepage", none],
  ["Add me to Homepage", none],
  ['Add "Bo" to Homepage', "+task Bo {item: Homepage}"],
  ["Add the following to Homepage: Footer", inHomepage("Footer")],
  ["Add to Homepage: Footer", inHomepage("Footer")],
  // an owner or a day is no text of a task
  ["Add a task for Bo to Homepage", none],
  ["Create a task for Bo in Homepage", none],
  ["Create a task for Bo", none],
  ["Add a task by Friday to Homepage", none],
  ["Neue Aufgabe für Bo in Homepage", none],
  ["Füge Homepage eine Aufgabe hinzu", none],
  ["Neue Aufgabe für Bo in Homepage: Footer", "+task Footer {item: Homepage, owner: Bo Berg}"],
  // a colon introduces a text and is no part of it
  ["Kommentiere Header mit: sieht gut aus", "+comment comment {task: Header, content: sieht gut aus}"],
  ["Comment on Header with: looks good", "+comment comment {task: Header, content: looks good}"],
  ["Describe Homepage as: going live", "~item Homepage {description: going live}"],
  // as people also say it
  ["Bring Homepage in den Fokus", "~item Homepage {focus: true}"],
  ["Nimm Homepage in den Fokus auf", "~item Homepage {focus: true}"],
  ["Setz Header auf in Arbeit", "~task Header {type: 1}"],
  ["Stelle Header auf erledigt", "~task Header {type: 2}"],
  ["Set the status of Header to doing", "~task Header {type: 1}"],
  ["Setze den Status von Header auf erledigt", "~task Header {type: 2}"],
  ["Leg bitte eine Aufgabe Footer in Homepage an", inHomepage("Footer")],
  // the place first
  ["In Homepage, add a task Footer", inHomepage("Footer")],
  ["In Homepage add task Footer", inHomepage("Footer")],
  ["To Homepage add a task Footer", inHomepage("Footer")],
  ["For Homepage, add the tasks Footer and Imprint", inHomepage("Footer"), inHomepage("Imprint")],
  ['Under Booth, create a task "Order carpet"', "+task Order carpet {item: Booth}"],
  ["By Friday, add a task Footer to Homepage", "+task Footer {item: Homepage, due: 2026-11-27}"],
  ["In Homepage füge eine Aufgabe Footer hinzu", inHomepage("Footer")],
  ["In short, add a task Footer to Homepage", none],
  // a card with what is in it
  [
    "Add an action Shop to Website with tasks Count boxes and Order carpet for hall",
    "+item Shop {goal: Website}",
    "+task Count boxes {item: new-1}",
    "+task Order carpet for hall {item: new-1}",
  ],
  ["Add an action Shop with tasks Count boxes and Order carpet to Website", none],
  [
    "Create a goal Shop with an action Stock for Bo due Friday, then complete Header",
    "+goal Shop",
    "+item Stock {goal: new-1, owner: Bo Berg, due: 2026-11-27}",
    "~task Header {type: 2}",
  ],
  // a word that may belong to the name, or be more than that
  ['Add urgent task "Footer" to Homepage', none],
  ["Add an urgent task Footer to Homepage", none],
  [
    "Rename Talk to Bo Talk to Ben",
    '? I can’t find the card "Talk to Bo Talk" in this plan. Did you mean "Talk to Bo"?',
  ],
  ["Assign it to Bo", "? Which card do you mean?"],
  ["Delete it", "? Which card do you mean?"],
  [
    "Complete Header and delete Hompage",
    "~task Header {type: 2}",
    '! I can’t find the card "Hompage" in this plan. Did you mean "Homepage"?',
  ],
  // what is clear beside what is not: nothing of an unclear part, and of what rests on it
  ["Give Shop to Mei and finish it", '? Which "Shop" do you mean?'],
  [
    "Complete Header, give Shop to Mei and finish it",
    "~task Header {type: 2}",
    '! Which "Shop" do you mean?',
    "! Which card do you mean?",
  ],
  [
    'Add an action "Inv" to Websit; add a task "Count" to "Inv"; complete Header',
    "~task Header {type: 2}",
    '! I can’t find the goal "Websit" in this plan. Did you mean "Website"?',
    '! I can’t find the card "Inv" in this plan.',
  ],
  [
    'Add a goal Sea\nRename "Nowhere" to "Inventory"\nDelete "Inventory"',
    "+goal Sea",
    '! I can’t find the card "Nowhere" in this plan.',
    '! I can’t find the card "Inventory" in this plan.',
  ],
  [
    "Start Header\nComplete Header, Booth and Nowhere\nDelete Booth",
    "~task Header {type: 1}",
    "-item Booth",
    '! I can’t find the card "Header, Booth and Nowhere" in this plan. Did you mean "Header" or "Booth"?',
  ],
  [
    "Complete Header\nSet the due date of Booth to 31.02.",
    "~task Header {type: 2}",
    noDate("31.02.").replace("?", "!"),
  ],
  ["Add a goal Shop and share it with Bo", "+goal Shop", not("share it with Bo")],
  // a verb that is left out
  [
    "Add the action Press to Website and the task Call to it",
    "+item Press {goal: Website}",
    "+task Call {item: new-1}",
  ],
  ["Create a goal 'Summer 2027' and an action 'Camp' in it", "+goal Summer 2027", "+item Camp {goal: new-1}"],
  ["Add a task Compare the goal and the action to Homepage", "+task Compare the goal and the action {item: Homepage}"],
  ["Erstelle ein Ziel Sommer und eine Aktion Lager im Ziel Sommer", "+goal Sommer", "+item Lager {goal: new-1}"],
  ["Erstelle ein Ziel Sommer und darin eine Aktion Lager", none],
  // a kind behind its name, or alone before it
  ["Add Footer and Imprint as tasks to Homepage", "+task Footer {item: Homepage}", "+task Imprint {item: Homepage}"],
  ["Füge Footer und Impressum als Aufgaben zu Homepage hinzu", ...["Footer", "Impressum"].map(inHomepage)],
  ["Aufgabe: Footer in Homepage", "+task Footer {item: Homepage}"],
  ["Task: Footer", '? Which action does the task "Footer" belong to?'],
  // what is not to be done, or not in any case
  ["Lösche Booth nicht", none],
  ["Complete Header but not Booth", none],
  ["Complete everything except Header", none],
  ["Delete Booth if Bo agrees", none],
  ["If Bo agrees, delete Booth", none],
  ["Wenn Bo zustimmt, lösche Booth", none],
  ["Rename Booth to Do not enter", "~item Booth {topic: Do not enter}"],
  // owners
  ["Assign Header to Mei, due Friday", "~task Header {owner: Mei Tanaka, due: 2026-11-27}"],
  ["Assign Header to Mei by Friday", "~task Header {owner: Mei Tanaka, due: 2026-11-27}"],
  ["Weise Header Mei bis 15.12. zu", "~task Header {owner: Mei Tanaka, due: 2026-12-15}"],
  [
    "Create task 'Footer' under 'Homepage', due next Friday, assigned to Bo",
    "+task Footer {item: Homepage, owner: Bo Berg, due: 2026-12-04}",
  ],
  ["Set the owner of Header to nobody", "~task Header {owner: nobody}"],
  ["Assign Header to no one", "~task Header {owner: nobody}"],
  ["Entferne den Verantwortlichen von Header", "~task Header {owner: nobody}"],
  ["Gib Header Mei", "~task Header {owner: Mei Tanaka}"],
  ["Füge eine Aufgabe Footer zu Homepage hinzu und gib sie Mei", "+task Footer {item: Homepage, owner: Mei Tanaka}"],
  ["Add a task Footer to Bo", '? Which action does the task "Footer" belong to?'],
  ["Add a task Footer to Homepage to Bo", "+task Footer {item: Homepage, owner: Bo Berg}"],
  ["Add a task Footer for Bo to Homepage", "+task Footer {item: Homepage, owner: Bo Berg}"],
  ["Add an action Press day to Website for Mei", "+item Press day {goal: Website, owner: Mei Tanaka}"],
  ["Add an action Press day for Bo", "+item Press day {owner: Bo Berg}"],
  ["Add a task Talk with Mei to Homepage", "+task Talk with Mei {item: Homepage}"],
  ["assign Header to Bo Berg", "~task Header {owner: Bo Berg}"],
  ["assign Header to Marco", '? Which "Marco" do you mean: Marco Ruiz or Marco Polo?'],
  // names
  ["Delete Inv", '? I can’t find the card "Inv" in this plan. Did you mean "Invoices" or "Inventory"?'],
  ["Delete Hompage", '? I can’t find the card "Hompage" in this plan. Did you mean "Homepage"?'],
  ['Delete the goal "G"', '? I can’t find the goal "G" in this plan. Did you mean "Gamma" or "Größe und Stil"?'],
  ["Delete Shop", '? Which "Shop" do you mean?'],
  ["delete HOMEPAGE!", "-item Homepage"],
  ["Complete cafe offnen", "~item Café öffnen {completed: true}"],
  ["Complete Café", "~item Café öffnen {completed: true}"],
  ["Move Write to Homepage", "~task Write report {item: Homepage}"],
  [
    "Focus on Write report",
    '? I can’t find the action "Write report" in this plan. "Write report" is a task of "Booth".',
  ],
  ["Add a task Footer to Header", '? I can’t find the action "Header" in this plan. "Header" is a task of "Homepage".'],
  [
    "Delete the task Homepage",
    '? I can’t find the task "Homepage" in this plan. "Homepage" is an action in "Website".',
  ],
  // days
  ["Set the due date of Header to Dec 15", "~task Header {due: 2026-12-15}"],
  ["Set the due date of Header to 15.12.", "~task Header {due: 2026-12-15}"],
  ["Set the due date of Header to KW 50", "~task Header {due: 2026-12-11}"],
  ["Set the due date of Header to EOD", "~task Header {due: 2026-11-24}"],
  ["Set the due date of Header to the 5th", "~task Header {due: 2026-12-05}"],
  ["Set the due date of Header to next week", "~task Header {due: 2026-12-04}"],
  ["Header is due in 2 weeks", "~task Header {due: 2026-12-08}"],
  ["Header is due EOM", "~task Header {due: 2026-11-30}"],
  ["Set the due date of Header to 31.02.", noDate("31.02.")],
  ["Set the due date of Header to the Blue Moon", noDate("the Blue Moon")],
  ["Add a task Footer to Homepage due Smarch 5", "+task Footer {item: Homepage}", noDate("Smarch 5").replace("?", "!")],
  [
    "Add a task Footer to Homepage for Marco due Friday",
    "+task Footer {item: Homepage, due: 2026-11-27}",
    '! Which "Marco" do you mean: Marco Ruiz or Marco Polo?',
  ],
  ["Header is due soon", noDate("soon")],
  ["Header is due someday", noDate("someday")],
  ["Header ist irgendwann fällig", noDate("irgendwann")],
  ["Add a task Footer to Homepage due someday", "+task Footer {item: Homepage}", noDate("someday").replace("?", "!")],
  // copies to a place
  ["Copy Header to Booth", "+task Header {item: Booth}"],
  ["Duplicate the task Header under the action Booth", "+task Header {item: Booth}"],
  ["Kopiere Header nach Booth", "+task Header {item: Booth}"],
  ["Header nach Booth kopieren", "+task Header {item: Booth}"],
  ["Copy Invoices to Website", "+item Invoices {goal: Website}"],
  ["Kopiere die Aktion Invoices ins Ziel Website", "+item Invoices {goal: Website}"],
  ["Copy Header to Shop", '? Which "Shop" do you mean?'],
  ["Copy Shop to Gamma", '? Which "Shop" do you mean?'],
  ["Kopiere Shop nach Gamma", '? Which "Shop" do you mean?'],
  ["Copy Header to Hompage", '? I can’t find the action "Hompage" in this plan. Did you mean "Homepage"?'],
  [
    "Add a task Footer to Homepage by 31 November",
    "+task Footer {item: Homepage}",
    noDate("31 November").replace("?", "!"),
  ],
  ["Add a task Reach 40 riders by spring to Homepage", "+task Reach 40 riders by spring {item: Homepage}"],
  ["Set Header to doing", "~task Header {type: 1}"],
  ["Setze Header auf Freitag", "~task Header {due: 2026-11-27}"],
  ["Header ist übermorgen fällig", "~task Header {due: 2026-11-26}"],
  ["Header ist in drei Wochen fällig", "~task Header {due: 2026-12-15}"],
  ["Header ist Mitte Dezember fällig", noDate("Mitte Dezember")],
  ["Postpone Header to 45 December", noDate("45 December")],
  ["Add a task Pay due invoices to Homepage", "+task Pay due invoices {item: Homepage}"],
  ["Add a task Footer to Homepage for Bo due 15 Dec", "+task Footer {item: Homepage, owner: Bo Berg, due: 2026-12-15}"],
  ["Add a task Footer to Homepage due 12/15 for Bo", "+task Footer {item: Homepage, owner: Bo Berg, due: 2026-12-15}"],
  // German
  ["Füge ein Ziel „Laden“ hinzu", "+goal Laden"],
  ["Lege ein neues Ziel Laden an", "+goal Laden"],
  ["Erstelle das Ziel Laden", "+goal Laden"],
  ["Neues Ziel: Laden", "+goal Laden"],
  ["Füge eine Aktion „Presse“ zu „Website“ hinzu", "+item Presse {goal: Website}"],
  ["Füge eine Aktion Presse zum Ziel Website hinzu", "+item Presse {goal: Website}"],
  ["Neue Aktion Presse in Website", "+item Presse {goal: Website}"],
  ["Füge eine Aufgabe „Footer“ zu „Homepage“ hinzu", "+task Footer {item: Homepage}"],
  [
    "Füge die Aufgabe „Footer“ zu „Homepage“ für Bo fällig am 15.12. hinzu",
    "+task Footer {item: Homepage, owner: Bo Berg, due: 2026-12-15}",
  ],
  [
    "Erstelle eine Aufgabe Footer in Homepage für Mei bis Freitag",
    "+task Footer {item: Homepage, owner: Mei Tanaka, due: 2026-11-27}",
  ],
  ["Bitte füge eine Aufgabe Footer zur Aktion Homepage hinzu", "+task Footer {item: Homepage}"],
  ["Aufgabe Footer zu Homepage hinzufügen", "+task Footer {item: Homepage}"],
  ["Füge eine Aufgabe Footer hinzu", '? Which action does the task "Footer" belong to?'],
  ["Benenne Homepage in Startseite um", "~item Homepage {topic: Startseite}"],
  ["Benenne das Ziel „Gamma“ in „Delta“ um", "~goal Gamma {name: Delta}"],
  ["Homepage in Startseite umbenennen", "~item Homepage {topic: Startseite}"],
  ["Ändere den Namen von Homepage in Startseite", "~item Homepage {topic: Startseite}"],
  ["Beschreibe „Homepage“ als „Die erste Seite“", "~item Homepage {description: Die erste Seite}"],
  ["Verschiebe die Aktion „Homepage“ zum Ziel „Gamma“", "~item Homepage {goal: Gamma}"],
  ["Verschiebe Homepage nach Gamma", "~item Homepage {goal: Gamma}"],
  ["Verschiebe die Aufgabe Header zur Aktion Booth", "~task Header {item: Booth}"],
  ["Verschiebe die Aufgabe „Header“ nach In Arbeit", "~task Header {type: 1}"],
  ["Verschiebe Header nach erledigt", "~task Header {type: 2}"],
  ["Setze Header auf zu erledigen", "~task Header {type: 0}"],
  ["Header ist fertig", "~task Header {type: 2}"],
  ["Markiere Header als erledigt", "~task Header {type: 2}"],
  ["Fokus auf „Homepage“", "~item Homepage {focus: true}"],
  ["Nimm Homepage in den Fokus", "~item Homepage {focus: true}"],
  ["Nimm Homepage aus dem Fokus", "~item Homepage {focus: false}"],
  ["Weise „Header“ Bo zu", "~task Header {owner: Bo Berg}"],
  ["Weise Bo die Aufgabe Header zu", "~task Header {owner: Bo Berg}"],
  ["Gib Header an Mei", "~task Header {owner: Mei Tanaka}"],
  ["Weise Header mir zu", "~task Header {owner: Ada Lind}"],
  ["Entferne die Zuständigkeit für Header", "~task Header {owner: nobody}"],
  ["Setze die Fälligkeit von „Header“ auf den 15. Dezember", "~task Header {due: 2026-12-15}"],
  ["Setze das Fälligkeitsdatum von Header auf nächste Woche", "~task Header {due: 2026-12-04}"],
  ["Verschiebe Header auf Freitag", "~task Header {due: 2026-11-27}"],
  ["Header ist am 15.12. fällig", "~task Header {due: 2026-12-15}"],
  ["Header ist bis Ende des Monats fällig", "~task Header {due: 2026-11-30}"],
  ["Setze die Fälligkeit von Header auf den 31.2.", noDate("31.2.")],
  ["Entferne die Fälligkeit von Header", "~task Header {due: none}"],
  ["Schließe „Homepage“ ab", "~item Homepage {completed: true}"],
  ["Erledige Header", "~task Header {type: 2}"],
  ["Hake Header ab", "~task Header {type: 2}"],
  ["Öffne „Budget planen“ wieder", "~task Budget planen {type: 0}"],
  ["Beginne mit Header", "~task Header {type: 1}"],
  ["Lösche die Aufgabe „Header“", "-task Header"],
  ["Lösche das Ziel Gamma und alles darin", "-goal Gamma"],
  ["Lösche Hompage", '? I can’t find the card "Hompage" in this plan. Did you mean "Homepage"?'],
  ["Setze den Wert von Homepage auf 8", "~item Homepage {businessValue: 8}"],
  ["Setze den Aufwand von Homepage auf 3", "~item Homepage {effortAndComplexity: 3}"],
  ["Füge zu Header die Notiz Bo fragen hinzu", "+comment comment {task: Header, content: Bo fragen}"],
  ["Notiz zu Header: Bo fragen", "+comment comment {task: Header, content: Bo fragen}"],
  ["Füge eine Aufgabe Footer zu Homepage hinzu und weise sie Bo zu", "+task Footer {item: Homepage, owner: Bo Berg}"],
  ["Benenne Homepage in Startseite um und färbe sie grün", "~item Homepage {topic: Startseite}", not("färbe sie grün")],
  ["Erledige Header und lösche Booth", "~task Header {type: 2}", "-item Booth"],
  ["Lösche Shop A und Shop B", "-item Shop A", "-item Shop B"],
  // German questions
  ["Welche Ziele gibt es?", "? 3 goals:"],
  ["Welche Aktionen gibt es?", "? 7 open actions:"],
  ["Welche Aufgaben gibt es?", "? 4 open tasks:"],
  ["Welche Aufgaben sind erledigt?", "? 1 done task:"],
  ["Was ist überfällig?", "? Nothing is overdue."],
  ["Zeig, was überfällig ist", "? Nothing is overdue."],
  ["Zeige mir, was überfällig ist.", "? Nothing is overdue."],
  ["Zeig mir alle überfälligen Aufgaben", "? Nothing is overdue."],
  ["Zeig, was diese Woche fällig ist", "? Nothing is due this week."],
  ["Zeig mir, woran Bo arbeitet", "? Bo Berg has no open tasks."],
  ["Show what is overdue", "? Nothing is overdue."],
  ["Show me what is overdue", "? Nothing is overdue."],
  ["Show overdue tasks", "? Nothing is overdue."],
  ["What is due someday?", noDate("someday")],
  ["Show tasks due someday", noDate("someday")],
  ["Was ist irgendwann fällig?", noDate("irgendwann")],
  ["Zeig, was irgendwann fällig ist", noDate("irgendwann")],
  ["Welche Aufgaben sind am 15.12. fällig?", "? Nothing is due on Tuesday, 15 December 2026."],
  ["Was ist diese Woche fällig?", "? Nothing is due this week."],
  ["Was ist am 15.12. fällig?", "? Nothing is due on Tuesday, 15 December 2026."],
  ["Was ist am 31.11. fällig?", noDate("31.11.")],
  ["What is due on Smarch 5?", noDate("Smarch 5")],
  ["Show tasks due before Friday", "? Nothing is due by Thursday, 26 November 2026."],
  ["Which tasks belong to Bo?", "? There are no open tasks of Bo Berg."],
  ["Woran arbeitet Bo?", "? Bo Berg has no open tasks."],
  ["Woran arbeite ich?", "? Ada Lind has no open tasks."],
  ["Fasse den Plan zusammen", "? 3 goals, 7 open actions (0 in Focus), 5 tasks: 4 to do, 0 doing, 1 done."],
  ["Wie ist der Stand?", "? 3 goals, 7 open actions (0 in Focus), 5 tasks: 4 to do, 0 doing, 1 done."],
  // a starter's mark before sentences
  ["[Plan: Shop]\nAdd a goal Stock\nAdd an action Count to Stock", "+goal Stock", "+item Count {goal: new-1}"],
  ["[Plan: Shop] Add a goal Stock", "+goal Stock"],
  [
    "[Plan: Shop]\n# Stock\n- Add shelves to Homepage",
    "+goal Stock {color: #498325}",
    "+item Add shelves to Homepage {goal: new-1}",
  ],
  // nothing that is understood
  ["Mach den Plan besser", none],
  ["Hallo", none],
  ["Sag Bo, dass die Homepage fehlt", none],
]

test.each(requests)("%s", async (request, ...expected) => {
  expect(await said(request)).toEqual(expected)
})

test("a person is answered in their language", async () => {
  openSpeaking(tonguesOnServer)
  const ask = async (request: string) =>
    (await offline(actor, copyOf(cards), { request, timeZone: null, language: "de" })).text?.split("\n")[0]
  expect(await ask("Lösche Hompage")).toBe("Die Karte „Hompage“ gibt es in diesem Plan nicht. Ist „Homepage“ gemeint?")
  expect(await ask("Lösche Shop")).toBe("Was ist mit „Shop“ gemeint?")
  expect(await ask("Was ist am 15.12. fällig?")).toBe("Nichts ist am Dienstag, 15. Dezember 2026 fällig.")
  expect(await ask("Set the due date of Header to 31.2.")).toBe(
    "Das Datum „31.2.“ ist nicht verständlich. Möglich sind 15. Dezember, 2026-12-15 oder nächsten Freitag.",
  )
  expect(await ask("Hallo")).toMatch(/^Es ist kein Modell eingerichtet/)
})

test("a question offers the candidates, each as a request that asks nothing more", async () => {
  const ask = (request: string) => offline(actor, copyOf(cards), { request, timeZone: null })
  for (const [request, changed] of [
    ["Delete Hompage", [{ op: "delete", entity: "item", id: 11 }]],
    ["Lösche die Aktion Shop", [{ op: "delete", entity: "item", id: 16 }]],
    ["Complete Header and assign Inv to Bo", [{ id: 21 }, { id: 13, fields: { ownerId: 2 } }]],
    ["Add a task Footer to Homepage for Marco", [{ op: "create", fields: { itemId: 11, ownerId: 4 } }]],
    ["Copy Header to Shop", [{ op: "create", entity: "task", fields: { description: "Header", itemId: 16 } }]],
    ["Copy Shop to Gamma", [{ op: "create", entity: "item", fields: { topic: "Shop A", goalId: 2 } }]],
    ["Kopiere Shop nach Gamma", [{ op: "create", entity: "item", fields: { topic: "Shop A", goalId: 2 } }]],
  ] as const) {
    const { choices } = await ask(request)
    const chosen = await ask(choices?.[0]?.request ?? "")
    expect(chosen.changes, request).toMatchObject(changed)
    expect(chosen, request).not.toHaveProperty("unclear")
  }
})

test("a day that cannot be read comes with days to choose from, as requests in the person's language", async () => {
  openSpeaking(tonguesOnServer)
  const ask = async (request: string, language: "en" | "de" = "en") =>
    (await offline(actor, copyOf(cards), { request, timeZone: null, language })).choices
  const labels = async (...asked: Parameters<typeof ask>) => (await ask(...asked))?.map(({ label }) => label)
  expect(await ask("Complete Soon. Add a task Footer to Homepage due 31 November for Bo")).toEqual([
    ...["30 November", "1 December"].map((label) => ({
      label,
      request: `Complete Soon. Add a task Footer to Homepage due ${label} for Bo`,
    })),
    { label: "No date", request: "Complete Soon. Add a task Footer to Homepage for Bo" },
  ])
  expect(await labels("Set the due date of Header to Friday or 11 December")).toEqual(["27 November", "11 December"])
  expect(await labels("What is due someday?")).toEqual(["25 November", "27 November", "30 November"])
  expect(await ask("Zeig, was irgendwann fällig ist", "de")).toEqual(
    ["25. November", "27. November", "30. November"].map((label) => ({
      label,
      request: `Zeig, was ${label} fällig ist`,
    })),
  )
  expect(await labels("Header is due soon")).toEqual(["25 November", "27 November", "30 November"])
  expect(await ask("Was ist am 31.11. fällig?", "de")).toEqual(
    ["30. November", "1. Dezember"].map((label) => ({ label, request: `Was ist am ${label} fällig?` })),
  )
  const [chosen] = (await ask("Header ist Mitte Dezember fällig", "de")) ?? []
  const said = await offline(actor, copyOf(cards), { request: chosen?.request ?? "", timeZone: null, language: "de" })
  expect(said.changes).toMatchObject([{ id: 21, fields: { dueDate: "2026-12-01T00:00:00.000Z" } }])
})

test("weeks are the person's", async () => {
  const due = cards.tasks.map((row, at) => (at === 0 ? { ...row, dueDate: "2026-11-28T00:00:00.000Z" } : row))
  const ask = async (request: string, weekStart: 0 | 1 | 6 | null) =>
    (await offline(actor, copyOf({ ...cards, tasks: due }), { request, timeZone: null, weekStart })).text?.split(
      "\n",
    )[0]
  const answers = ([0, 1, 6, null] as const).map((weekStart) => ask("What is due this week?", weekStart))
  expect(await Promise.all(answers)).toEqual([
    "1 task due this week:",
    "1 task due this week:",
    "Nothing is due this week.",
    "1 task due this week:",
  ])
})
