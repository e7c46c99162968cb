import { expect, test } from "vitest"
import { readImport } from "./import"
import { leftOutSentences } from "./left-out-sentences"
import type { Outline, Reading } from "./outline"

const list = (id: string, more = {}) => ({ id, name: id, closed: false, pos: 1, ...more })
const card = (id: string, more = {}) => ({ id, name: id, idList: "l1", pos: 1, ...more })
const readText = (text: string, reading?: Reading) => {
  const read = readImport(text, "board.json", reading)
  if ("problem" in read) throw new Error(read.problem)
  return { outline: read.outline, said: leftOutSentences(read.leftOut) }
}
const read = (board: object, reading?: Reading) =>
  readText(JSON.stringify({ name: "B", lists: [list("l1")], cards: [], checklists: [], ...board }), reading)
const only = ({ goals }: Outline) => goals[0]?.actions[0]

test("lists, cards, checklists and their entries are in the order of their places", () => {
  const { outline } = read({
    lists: [list("l2", { pos: 65536.5 }), list("none", { pos: undefined }), list("l1", { pos: -1 })],
    cards: [
      card("c2", { pos: 2 }),
      card("c1", { pos: 1.5 }),
      card("c0", { idList: "l2", pos: 0 }),
      card("c3", { pos: 2 }),
    ],
    checklists: [
      {
        idCard: "c1",
        pos: 2,
        checkItems: [
          { name: "4", pos: 2 },
          { name: "3", pos: 1 },
        ],
      },
      {
        idCard: "c1",
        pos: 1,
        checkItems: [
          { name: "2", pos: 2 },
          { name: "1", pos: 1, state: "complete" },
        ],
      },
    ],
  })
  expect(outline.goals.map(({ name, actions }) => [name, actions.map(({ topic }) => topic)])).toEqual([
    ["l1", ["c1", "c2", "c3"]],
    ["l2", ["c0"]],
    ["none", []],
  ])
  expect(only(outline)?.tasks.map(({ description, type }) => [description, type])).toEqual([
    ...[
      ["1", 2],
      ["2", 0],
      ["3", 0],
      ["4", 0],
    ],
  ])
})

test.each([
  ["America/Los_Angeles", "2026-03-10"],
  ["Europe/Berlin", "2026-03-11"],
  [undefined, "2026-03-11"],
])("cards and entries due in the evening are due on that day, read in %s", (timeZone, day) => {
  const due = "2026-03-11T04:00:00.000Z"
  const checklists = [{ idCard: "c", checkItems: [{ name: "e", due }] }]
  const { outline } = read({ cards: [card("c", { due, start: due })], checklists }, { timeZone })
  expect(only(outline)).toMatchObject({
    dueDate: `${day}T00:00:00.000Z`,
    description: `Start: ${day}`,
    tasks: [{ dueDate: `${day}T00:00:00.000Z` }],
  })
})

const extras = {
  desc: "About the board",
  labels: [{ id: "b1", name: "Urgent", color: "red" }],
  customFields: [
    { id: "f1", name: "Cost", type: "number" },
    { id: "f2", name: "Size", options: [{ id: "o1", value: { text: "Large" } }] },
  ],
  members: [
    { id: "m1", fullName: "Ada Example", username: "ada" },
    { id: "m2", fullName: " ", username: "bo" },
  ],
  cards: [
    card("c1", {
      desc: "Words",
      idLabels: ["b1", "b2"],
      labels: [{ id: "b2", name: "", color: "green" }],
      idMembers: ["m1", "m2", "gone"],
      idMembersVoted: ["m2"],
      start: "2026-03-01T08:00:00.000Z",
      due: "soon",
      attachments: [
        { name: "plan.pdf", url: "https://example.test/plan.pdf" },
        { name: "", url: "https://a.test" },
      ],
      customFieldItems: [
        { idCustomField: "f1", value: { number: "5" } },
        { idCustomField: "f2", idValue: "o1", value: null },
      ],
      locationName: "Quay",
      stickers: [{ id: "s" }],
      badges: { comments: 3, votes: 1 },
    }),
  ],
  checklists: [
    { idCard: "c1", name: "Before", checkItems: [{ name: "Row", idMember: "m2" }, { name: " " }] },
    { idCard: "gone", checkItems: [{ name: "Lost" }] },
  ],
  actions: [
    {
      type: "commentCard",
      date: "2026-01-02T10:00:00.000Z",
      data: { text: "Second", card: { id: "c1" }, dateLastEdited: "2026-01-03T10:00:00.000Z" },
      memberCreator: { username: "bo" },
    },
    {
      type: "commentCard",
      date: "2026-01-01T10:00:00.000Z",
      data: { text: "First", card: { id: "c1" } },
      memberCreator: { fullName: "Ada Example" },
    },
    { type: "commentCard", data: { text: "Nowhere", card: { id: "gone" } } },
    { type: "updateCard", data: { text: "No comment" } },
  ],
}

test("everything that a plan has a place for is there, and the rest is text or said", () => {
  const { outline, said } = read(extras)
  expect(only(outline)).toMatchObject({
    description:
      "Words\n\nMembers: bo\nStart: 2026-03-01\nCost: 5\nSize: Large\nLocation: Quay\nChecklists: Before\nAttachments:\n- plan.pdf: https://example.test/plan.pdf\n- https://a.test",
    labels: ["Green", "Urgent"],
    owner: { name: "Ada Example", byName: true },
    dotVoting: 1,
    comments: [
      { author: { name: "Ada Example" }, content: "First", createdDate: "2026-01-01T10:00:00.000Z", editedDate: null },
      { author: { name: "bo" }, content: "Second", editedDate: "2026-01-03T10:00:00.000Z" },
    ],
    tasks: [{ description: "Row", owner: { name: "bo", byName: true } }],
  })
  expect(outline.labels).toEqual([
    { name: "Urgent", color: "#d3395d" },
    { name: "Green", color: "#498325" },
  ])
  expect(outline.notes).toEqual([{ title: "B", content: "About the board", type: 0, visibility: 1 }])
  expect(said.sort()).toEqual(
    [
      "1 comment is not in the file: Trello exports only the newest changes of a board.",
      "1 sticker was not imported.",
      "1 member of a card is not named in the file and was not imported.",
      "1 further member of a card was imported as text of its description.",
      "1 start date was imported as text of its card’s description.",
      "2 custom fields of cards were imported as text of their descriptions.",
      "1 location of a card was imported as text of its description.",
      "1 name of a checklist was imported as text of its card’s description.",
      "2 attachments were imported as links in their cards’ descriptions, without the files.",
      "1 date was not understood and not imported.",
      "1 checklist entry without a text was not imported.",
      "1 checklist entry of a missing card was not imported.",
      "1 comment of a missing card was not imported.",
      "The description of the board was imported as a plan note.",
    ].sort(),
  )
})

test.each([
  [{ number: 5 }, "F: 5"],
  [{ number: "0" }, "F: 0"],
  [{ checked: true }, "F: true"],
  [{ checked: "false" }, "F: false"],
  [{ option: "Large" }, "F: Large"],
  [{ date: "2026-03-01T10:00:00.000Z" }, "F: 2026-03-01"],
])("a custom field with the value %j is text of its card", (value, text) => {
  const customFields = [{ id: "f", name: "F" }]
  const { outline, said } = read({
    customFields,
    cards: [card("c", { customFieldItems: [{ idCustomField: "f", value }] })],
  })
  expect([only(outline)?.description, said]).toEqual([
    text,
    ["1 custom field of a card was imported as text of its description."],
  ])
})

test.each<[string, object, string]>([
  [
    "a label that is named nowhere",
    { idLabels: ["gone"] },
    "1 label of a card has no name in the file and was not imported.",
  ],
  ["a cover", { cover: { color: "red", idAttachment: null } }, "1 cover of a card was not imported."],
  ["a reminder", { due: "2026-03-01T10:00:00Z", dueReminder: 1440 }, "1 reminder of a due date was not imported."],
  ["a template", { isTemplate: true }, "1 template card was imported as an action like the others."],
  [
    "coordinates",
    { coordinates: { latitude: 1.5, longitude: 2 } },
    "1 location of a card was imported as text of its description.",
  ],
  ["coordinates as text", { coordinates: "1.5,2" }, "1 location of a card was imported as text of its description."],
  [
    "a field of another kind",
    { customFieldItems: [{ idCustomField: "f", value: { list: [] } }] },
    "1 value of a custom field was not understood and not imported.",
  ],
])("%s of a card is said", (_, more, sentence) => {
  expect(read({ cards: [card("c", more)] }).said).toEqual([sentence])
})

test("lists have their colours, and what no goal or task has of Trello's is said", () => {
  const { outline, said } = read({
    lists: [
      list("l1", { color: "teal", softLimit: 3 }),
      list("l2", { color: "magenta", softLimit: null }),
      list("l3", { color: null }),
      list("l4", { color: "gold" }),
    ],
    cards: [card("c")],
    checklists: [{ idCard: "c", checkItems: [{ name: "e", due: "2026-03-01T10:00:00Z", dueReminder: 60 }] }],
  })
  expect(outline.goals.map(({ color }) => color)).toEqual(["#028282", "#af50ae", null, null])
  expect(said.sort()).toEqual(["1 limit of a list was not imported.", "1 reminder of a due date was not imported."])
})

test("a file that other programs make of Trello's API has lists and people in its cards, and places as text", () => {
  const inCard = [{ id: "k1", name: "", checkItems: [{ name: "One", state: "complete" }] }]
  const { outline, said } = read({
    cards: [
      card("c1", { pos: "16384", idMembers: ["m"], members: [{ id: "m", fullName: "Ada" }], checklists: inCard }),
      card("c0", { pos: "2.5", idChecklists: ["k2"] }),
    ],
    checklists: [{ id: "k2", checkItems: [{ name: "Two" }] }],
  })
  const actions = outline.goals.flatMap(({ actions }) => actions)
  expect(
    actions.map(({ topic, owner, tasks }) => [topic, owner?.name, ...tasks.map((task) => task.description)]),
  ).toEqual([
    ["c0", undefined, "Two"],
    ["c1", "Ada", "One"],
  ])
  expect(said).toEqual([])
})

test("labels of one name stay apart by their colours, and a plan gets no more than it has room for", () => {
  const labels = [
    { id: "a", name: "Ship", color: "blue_dark" },
    { id: "b", name: "ship", color: "red" },
    { id: "c", name: "Ship", color: "blue_light" },
    { id: "d", name: "", color: "lime" },
    { id: "e", name: "", color: "" },
  ]
  const { outline } = read({ labels, cards: [card("c", { idLabels: ["c", "b", "a", "e"] })] })
  expect(outline.labels).toEqual([
    { name: "Ship", color: "#3870df" },
    { name: "ship (red)", color: "#d3395d" },
  ])
  expect(only(outline)?.labels).toEqual(["Ship", "ship (red)"])
  const many = Array.from({ length: 130 }, (_, at) => ({ id: `m${at}`, name: `Label ${at}\n`, color: "sky" }))
  const crowded = read({ labels: many, cards: [card("c", { idLabels: many.map(({ id }) => id) })] })
  expect(crowded.outline.labels?.at(-1)).toEqual({ name: "Label 99", color: "#0c7da8" })
  expect(only(crowded.outline)?.labels).toHaveLength(100)
  expect(crowded.said).toEqual(["30 labels were not imported: a plan has at most 100 labels."])
})

test("texts that are too long are cut, and it is said", () => {
  const long = "x".repeat(20_001)
  const actions = [{ type: "commentCard", data: { text: long, card: { id: "c" } } }]
  const { outline, said } = read({ name: long, cards: [card("c", { name: long, desc: long })], actions })
  expect([outline.name.length, only(outline)?.topic.length, only(outline)?.description.length]).toEqual([
    200, 200, 20_000,
  ])
  expect(said).toEqual(
    [
      "1 text was cut to 20,000 characters.",
      "2 texts were cut to 200 characters.",
      "1 text was cut to 10,000 characters.",
    ].sort((a, b) => said.indexOf(a) - said.indexOf(b)),
  )
})

test("a card without a name and description is an action if anything else is in it", () => {
  const bare = { name: "", desc: " " }
  const { outline, said } = read({
    cards: [
      card("c1", { ...bare, pos: 1 }),
      card("c2", { ...bare, pos: 2 }),
      card("c3", { ...bare, pos: 3 }),
      card("c4", { ...bare, pos: 4, attachments: [{ name: "", url: "https://example.test/a" }] }),
    ],
    checklists: [{ idCard: "c1", checkItems: [{ name: "Entry" }] }],
    actions: [{ type: "commentCard", data: { text: "Said", card: { id: "c2" } } }],
  })
  expect(outline.goals[0]?.actions).toMatchObject([
    { topic: "Card", tasks: [{ description: "Entry" }] },
    { topic: "Card", comments: [{ content: "Said" }] },
    { topic: "", description: "Attachments:\n- https://example.test/a" },
  ])
  expect(said).toContain("1 card without a name and description was not imported.")
})

test("broken characters are replaced and said, in every format of JSON", () => {
  const board = { name: "a\ud800b", lists: [list("l1")], cards: [card("c", { desc: "\udc00\u0000 😀" })] }
  const { outline, said } = readText(JSON.stringify(board))
  expect([outline.name, only(outline)?.description]).toEqual(["a\ufffdb", "\ufffd\ufffd 😀"])
  expect(said).toEqual(["3 broken characters were replaced by “�”."])
  const own = { format: "laneway-plan", version: 1, name: "P", goals: [{ name: "G\ud800" }] }
  expect(readText(JSON.stringify(own))).toMatchObject({
    outline: { goals: [{ name: "G\ufffd" }] },
    said: ["1 broken character was replaced by “�”."],
  })
})

test("a Laneway plan says which fields no plan has", () => {
  const own = {
    format: "laneway-plan",
    version: 1,
    name: "P",
    goals: [{ name: "G", stamps: [1], actions: [{ topic: "A", stamps: [] }] }],
  }
  expect(readText(JSON.stringify(own)).said).toEqual(["2 values of the unknown field “stamps” were not imported."])
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`f${at}`, 1]))
  const { said } = readText(JSON.stringify({ format: "laneway-plan", version: 1, name: "P", ...many }))
  expect([said.length, said.at(-1)]).toEqual([21, "5 more columns or fields were not imported."])
})

test.each([
  ["nothing in it", { lists: [{}], cards: [{}], checklists: [null, {}], actions: [null, {}, 5], labels: "x" }],
  [
    "values of other types",
    {
      lists: [list("l1")],
      cards: [
        card("c", {
          pos: "top",
          due: 5,
          idMembers: {},
          attachments: [null],
          badges: null,
          customFieldItems: [{ value: [] }],
        }),
      ],
    },
  ],
])("a board with %s is read", (_, board) => {
  expect(readText(JSON.stringify({ name: "B", ...board })).outline.name).toBe("B")
})

test("an empty date and the first day of the year 1 are none, and no date that was not understood", () => {
  const { outline, said } = read({
    cards: [card("a", { due: "" }), card("b", { due: "0001-01-01T00:00:00" }), card("c", { due: "soon" })],
  })
  expect(outline.goals[0]?.actions.map(({ dueDate }) => dueDate)).toEqual([null, null, null])
  expect(said).toEqual(["1 date was not understood and not imported."])
})
