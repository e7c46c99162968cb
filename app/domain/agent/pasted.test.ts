// Lists, mails, chats and minutes as people paste them, without a model.
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { actor, cards, items, people } from "../../../tests/support/model/agent-plan"
import { copyOf, saidOf } from "../../../tests/support/model/agent-said"
import { offline } from "./offline.server"

/** A Tuesday. */
beforeAll(() => vi.useFakeTimers({ now: new Date("2026-11-24T09:00:00Z") }))
afterAll(() => vi.useRealTimers())

const homepage = { ...(items[0] as (typeof items)[number]), id: 19, topic: "Homepage" }
const plan = { ...cards, items: [...items, homepage], members: [...people, { id: 6, userName: "Bo Berg" }] }
const said = saidOf(plan)

const pasted: [name: string, lines: string[], ...expected: string[]][] = [
  [
    "a heading above boxes is the action they are under",
    ["Garden", "☐ Buy seeds", "☑ Dig the beds", "[x] Call Mia", "[ ] Water"],
    "+item Garden",
    "+task Buy seeds {item: new-1}",
    "+task Dig the beds {item: new-1, type: 2}",
    "+task Call Mia {item: new-1, type: 2}",
    "+task Water {item: new-1}",
  ],
  [
    "a heading that is an existing action is that action",
    ["Homepage:", "- [ ] Footer – Bo – end of month", "- [x] Header (15.12.)"],
    "+task Footer {item: Homepage, due: 2026-11-30, owner: Bo Berg}",
    "+task Header {item: Homepage, type: 2, due: 2026-12-15}",
  ],
  [
    "a heading of Markdown that is an existing action is that action",
    ["# homepage", "- Footer @Bo", "- Header (Mei, 15.12.)"],
    "+task Footer {item: Homepage, owner: Bo Berg}",
    "+task Header {item: Homepage, due: 2026-12-15, owner: Mei Tanaka}",
  ],
  [
    "a heading that is an existing goal is that goal",
    ["Halve repair time", "☐ Train two mechanics", "☑ Order tools"],
    "+item Train two mechanics {goal: Halve repair time}",
    "+item Order tools {goal: Halve repair time, completed: true}",
  ],
  [
    "a heading takes no list below the next one",
    ["Shopping", "- Milk", "- Bread", "", "Garden", "- Rake leaves"],
    "+goal Shopping",
    "+item Milk {goal: new-1}",
    "+item Bread {goal: new-1}",
    "+goal Garden",
    "+item Rake leaves {goal: new-4}",
  ],
  [
    "each heading above boxes is an action of its own",
    ["Shopping:", "☐ Milk", "", "Garden:", "☑ Rake leaves"],
    "+item Shopping",
    "+task Milk {item: new-1}",
    "+item Garden",
    "+task Rake leaves {item: new-3, type: 2}",
  ],
  [
    "owners and days at the end of entries",
    [
      "- Order wood – Bo – next week",
      "- Paint (Mei Tanaka)",
      "- Varnish by 15 Dec",
      "- Nails | Bo | KW 50",
      "- Bo: sand the floor",
    ],
    "+item Order wood {due: 2026-12-04, owner: Bo Berg}",
    "+item Paint {owner: Mei Tanaka}",
    "+item Varnish {due: 2026-12-15}",
    "+item Nails {due: 2026-12-11, owner: Bo Berg}",
    "+item sand the floor {owner: Bo Berg}",
  ],
  [
    "brackets and dashes that name neither stay in the text",
    ["- Order wood (oak)", "- Paint – blue", "- Call Zoe (32.13.)", "- Ask Marco (Marco)"],
    "+item Order wood (oak)",
    "+item Paint – blue",
    "+item Call Zoe (32.13.)",
    "+item Ask Marco (Marco)",
  ],
  [
    "all to-dos of minutes count, and the rest is listed",
    [
      "Weekly, 24 November",
      "We talked about the budget.",
      "TODO: Bo orders paint by Friday",
      "- [ ] Book a room @Mei",
      "☑ Send the agenda",
      "Action: Samir to call the city",
    ],
    "+item Meeting",
    "+task Bo orders paint {item: new-1, due: 2026-11-27}",
    "+task Book a room {item: new-1, owner: Mei Tanaka}",
    "+task Send the agenda {item: new-1, type: 2}",
    "+item Call the city {owner: Samir Haddad}",
    "! Left out 2 lines:",
    "! - Weekly, 24 November",
    "! - We talked about the budget.",
  ],
  [
    "entries below “To-dos” of minutes count",
    ["Action: open the shop", "To-dos:", "- order shelves – Bo", "- paint the door (15.12.)"],
    "+item Open the shop",
    "+task Order shelves {item: new-1, owner: Bo Berg}",
    "+task Paint the door {item: new-1, due: 2026-12-15}",
  ],
  [
    "a heading of minutes that is an existing action is that action",
    ["## Homepage", "TODO: write the footer", "Aufgabe: Impressum prüfen – Bo – bis Freitag"],
    "+task Write the footer {item: Homepage}",
    "+task Impressum prüfen {item: Homepage, owner: Bo Berg, due: 2026-11-27}",
  ],
  [
    "headers, greeting and signature of a mail are left out",
    [
      "From: Ada <ada@example.org>",
      "Subject: Shop",
      "",
      "Hi all,",
      "",
      "- Order shelves",
      "- Paint the door",
      "",
      "Best regards,",
      "Ada Lind",
      "+49 30 1234",
    ],
    "+item Order shelves",
    "+item Paint the door",
    "! Left out 6 lines:",
    "! - From: Ada <ada@example.org>",
    "! - Subject: Shop",
    "! - Hi all,",
    "! - Best regards,",
    "! - Ada Lind",
    "! - +49 30 1234",
  ],
  [
    "a German mail too",
    [
      "Von: Ada",
      "Betreff: Laden",
      "Hallo zusammen,",
      "- Regale bestellen – Bo – Monatsende",
      "- Tür streichen (15.12.)",
      "Viele Grüße",
      "Ada",
    ],
    "+item Regale bestellen {due: 2026-11-30, owner: Bo Berg}",
    "+item Tür streichen {due: 2026-12-15}",
    "! Left out 5 lines:",
    "! - Von: Ada",
    "! - Betreff: Laden",
    "! - Hallo zusammen,",
    "! - Viele Grüße",
    "! - Ada",
  ],
  [
    "the subject of a reply is no heading",
    ["Re: van week one", "Hi all,", "VAN WEEK ONE", "☐ Order hub wheels – Bo – end of month", "Cheers, Ada"],
    "+item VAN WEEK ONE",
    "+task Order hub wheels {item: new-1, due: 2026-11-30, owner: Bo Berg}",
    "! Left out 3 lines:",
    "! - Re: van week one",
    "! - Hi all,",
    "! - Cheers, Ada",
  ],
  [
    "a list of action items below other lines is that of minutes",
    [
      "Minutes",
      "Attendees: Bo, Mei",
      "",
      "Action items:",
      "1. Bo: order shelves by Friday",
      "2. Mei to paint the door",
    ],
    "+item Meeting",
    "+task Order shelves {item: new-1, owner: Bo Berg, due: 2026-11-27}",
    "+task Paint the door {item: new-1, owner: Mei Tanaka}",
    "! Left out 2 lines:",
    "! - Minutes",
    "! - Attendees: Bo, Mei",
  ],
  [
    "stars are as deep as they are many",
    ["* Garden", "** Buy seeds", "** Water"],
    "+item Garden",
    "+task Buy seeds {item: new-1}",
    "+task Water {item: new-1}",
  ],
  [
    "times and speakers of a chat are left out",
    ["[10:32, 24.11.2026] Bo: TODO: order shelves", "10:35 Mei: TODO: paint the door (15.12.)"],
    "+item Meeting",
    "+task Order shelves {item: new-1}",
    "+task Paint the door {item: new-1, due: 2026-12-15}",
    "! Left out 2 lines:",
    "! - [10:32, 24.11.2026] Bo:",
    "! - 10:35 Mei:",
  ],
  [
    "a list of what to finish is a list, where no card has the name",
    ["- Finish the annual report", "- Close the old accounts"],
    "+item Finish the annual report",
    "+item Close the old accounts",
  ],
  [
    "a line that is no sentence is named, below those that are",
    ["Add a goal Winter", "Frobnicate the rest"],
    "+goal Winter",
    "! I don’t understand “Frobnicate the rest”, so nothing is proposed for it.",
  ],
  [
    "words that farewells have are entries elsewhere",
    ["- Thanks to donors", "- Best practices", "- Hi-fi for the hall"],
    "+item Thanks to donors",
    "+item Best practices",
    "+item Hi-fi for the hall",
  ],
]

test.each(pasted)("%s", async (_, lines, ...expected) => {
  expect(await said(lines.join("\n"))).toEqual(expected)
})

test.each([
  ["Order wood – Bo\n- Book a room – Zoe\n- Paint – blue", { "Book a room – Zoe": "Zoe" }],
  ["Call the city - Zoe Example\n- Order wood – next week – Mei", { "Call the city - Zoe Example": "Zoe Example" }],
  ["Order wood\n- Varnish | Zoe", { "Varnish | Zoe": "Zoe" }],
  ["Order wood\n- Varnish – @Zoe", { "Varnish – @Zoe": "Zoe" }],
  ["Order wood – Marco\n- Varnish – Phase 2", {}],
])("%s: the row of an entry that ends with a name says that it is no member's", async (list, named) => {
  for (const asked of [{ request: `- ${list}` }, { request: "", files: [{ name: "list.txt", text: `- ${list}` }] }]) {
    const { changes, warnings } = await offline(actor, copyOf(plan), { ...asked, timeZone: null })
    expect([...(warnings ?? [])].map(([at, warning]) => [changes?.[at]?.fields?.topic, warning])).toEqual(
      Object.entries(named).map(([row, name]) => [row, `“${name}” is not a member of this plan`]),
    )
  }
})
