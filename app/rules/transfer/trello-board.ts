// trelloBoard: what an export of Trello has, however much of it is missing or malformed.
import * as z from "zod/mini"

const loose = <T extends z.ZodMiniType>(schema: T, otherwise: z.output<T>) => z.catch(schema, otherwise as never)
const word = loose(z.string(), "")
/** Also of values that other programs write as numbers or as true and false. */
const written = loose(z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String)), "")
const flag = loose(z.boolean(), false)
const time = loose(z.nullable(z.string()), null)
/** Places without a number come last, in the order of the file. */
const pos = loose(
  z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,20}(?:\.\d{1,20})?$/)), z.transform(Number))]),
  Number.POSITIVE_INFINITY,
)
const count = loose(z.int().check(z.gte(0)), 0)

const most = 200_000
const rows = <T extends z.ZodMiniObject>(row: T) =>
  loose(z.array(loose(row, z.parse(row, {}))).check(z.maxLength(most)), [])
const words = loose(z.array(word).check(z.maxLength(most)), [])

const list = z.object({ id: word, name: word, closed: flag, pos, color: word, softLimit: loose(z.number(), 0) })

const value = loose(
  z.nullable(z.object({ text: written, number: written, date: time, checked: written, option: written })),
  null,
)

const dueReminder = loose(z.number(), -1)

const checkItem = z.object({ name: word, state: word, pos, due: time, dueReminder, idMember: word })
export type TrelloEntry = z.output<typeof checkItem>

const checklist = z.object({ id: word, idCard: word, name: word, pos, checkItems: rows(checkItem) })
export type TrelloChecklist = z.output<typeof checklist>

const member = z.object({ id: word, fullName: word, username: word })

const card = z.object({
  id: word,
  name: word,
  desc: word,
  idList: word,
  closed: flag,
  pos,
  start: time,
  due: time,
  dueComplete: flag,
  idLabels: words,
  labels: rows(z.object({ id: word, name: word, color: word })),
  idMembers: words,
  idMembersVoted: words,
  attachments: rows(z.object({ name: word, url: word })),
  customFieldItems: rows(z.object({ idCustomField: word, idValue: word, value })),
  badges: loose(z.object({ comments: count, votes: count }), { comments: 0, votes: 0 }),
  address: word,
  locationName: word,
  coordinates: loose(
    z.union([
      z.string(),
      z.pipe(
        z.object({ latitude: z.number(), longitude: z.number() }),
        z.transform(({ latitude, longitude }) => `${latitude}, ${longitude}`),
      ),
    ]),
    "",
  ),
  cover: loose(z.object({ color: word, idUploadedBackground: word }), { color: "", idUploadedBackground: "" }),
  dueReminder,
  isTemplate: flag,
  // The board has these, except in files that other programs make of Trello's API.
  checklists: rows(checklist),
  idChecklists: words,
  members: rows(member),
  stickers: rows(z.object({ id: word })),
  pluginData: rows(z.object({ id: word })),
})
export type TrelloCard = z.output<typeof card>

const action = z.object({
  type: word,
  date: time,
  data: loose(z.object({ text: word, dateLastEdited: time, card: loose(z.object({ id: word }), { id: "" }) }), {
    text: "",
    dateLastEdited: null,
    card: { id: "" },
  }),
  memberCreator: loose(z.object({ fullName: word, username: word }), { fullName: "", username: "" }),
})
export type TrelloAction = z.output<typeof action>

export const trelloBoard = z.object({
  name: word,
  desc: word,
  // A file without these is no board.
  lists: z.array(list).check(z.maxLength(most)),
  cards: z.array(card).check(z.maxLength(most)),
  checklists: rows(checklist),
  labels: rows(z.object({ id: word, name: word, color: word })),
  members: rows(member),
  customFields: rows(
    z.object({
      id: word,
      name: word,
      options: rows(z.object({ id: word, value: loose(z.object({ text: word }), { text: "" }) })),
    }),
  ),
  actions: rows(action),
  pluginData: rows(z.object({ id: word })),
})
export type TrelloBoard = z.output<typeof trelloBoard>

export const isTrello = (given: unknown) =>
  given !== null && typeof given === "object" && "lists" in given && "cards" in given

export const inPlace = <Row extends { pos: number }>(all: readonly Row[]): Row[] =>
  // Two places at infinity differ by no number.
  [...all].sort((a, b) => (a.pos === b.pos ? 0 : a.pos < b.pos ? -1 : 1))
