import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** What an import did not take as it was. `about`: a name, or where the first one is. */
export const leftOutTexts = localized("leftOutTexts", {
  more: (count: number, _about: string) =>
    counted(count, {
      one: "# more column or field was not imported.",
      other: "# more columns or fields were not imported.",
    }),
  notUtf8: (_count: number, _about: string) =>
    "The file is not UTF-8 text and was read as Windows-1252. Check letters such as ä and é.",
  brokenCharacters: (count: number, _about: string) =>
    counted(count, {
      one: "# broken character was replaced by “�”.",
      other: "# broken characters were replaced by “�”.",
    }),
  cut: (count: number, most: string) =>
    `${counted(count, { one: "# text was cut", other: "# texts were cut" })} to ${number(Number(most))} characters.`,
  dates: (count: number, _about: string) =>
    counted(count, {
      one: "# date was not understood and not imported.",
      other: "# dates were not understood and not imported.",
    }),
  repeats: (count: number, _about: string) =>
    counted(count, {
      one: "# repetition was not imported: its rule is not understood, or its task is done.",
      other: "# repetitions were not imported: their rules are not understood, or their tasks are done.",
    }),
  column: (count: number, title: string) =>
    counted(count, {
      one: `# cell of the column “${title}” was not imported.`,
      other: `# cells of the column “${title}” were not imported.`,
    }),
  repeatedColumn: (count: number, title: string) =>
    `${counted(count, { one: "# cell was", other: "# cells were" })} not imported, because the column “${title}” is there more than once.`,
  cellsBeyond: (count: number, first: string) =>
    counted(count, {
      one: `# cell beyond the last column was not imported: ${first}.`,
      other: `# cells beyond the last column were not imported, the first in ${first}.`,
    }),
  idleCells: (count: number, first: string) =>
    counted(count, {
      one: `# cell without an action or task to belong to was not imported: ${first}.`,
      other: `# cells without an action or task to belong to were not imported, the first in ${first}.`,
    }),
  contradictions: (count: number, first: string) =>
    counted(count, {
      one: `# cell that differs from an earlier row of the same action was not imported: ${first}.`,
      other: `# cells that differ from an earlier row of the same action were not imported, the first in ${first}.`,
    }),
  focus: (count: number, first: string) =>
    counted(count, {
      one: `# word in the column “focus” was not understood: ${first}.`,
      other: `# words in the column “focus” were not understood, the first in ${first}.`,
    }),
  line: (line: number, words: string) => `line ${line}, “${words}”`,
  strayLines: (count: number, first: string) =>
    counted(count, {
      one: `# line that belongs to no goal or action was not imported: ${first}.`,
      other: `# lines that belong to no goal or action were not imported, the first is ${first}.`,
    }),
  field: (count: number, name: string) =>
    counted(count, {
      one: `# value of the unknown field “${name}” was not imported.`,
      other: `# values of the unknown field “${name}” were not imported.`,
    }),
  files: (count: number, _about: string) =>
    counted(count, {
      one: "# file was not imported. It is only in the plan’s zip.",
      other: "# files were not imported. They are only in the plan’s zip.",
    }),
  repeatedFiles: (count: number, _about: string) =>
    counted(count, {
      one: "# repeated file was not imported. Each file of the zip is stored at the first place that names it.",
      other: "# repeated files were not imported. Each file of the zip is stored at the first place that names it.",
    }),
  archivedLists: (count: number, _about: string) =>
    counted(count, { one: "# archived list was not imported.", other: "# archived lists were not imported." }),
  archivedCards: (count: number, _about: string) =>
    counted(count, { one: "# archived card was not imported.", other: "# archived cards were not imported." }),
  listlessCards: (count: number, _about: string) =>
    counted(count, {
      one: "# card of an archived or missing list was not imported.",
      other: "# cards of archived or missing lists were not imported.",
    }),
  emptyCards: (count: number, _about: string) =>
    counted(count, {
      one: "# card without a name and description was not imported.",
      other: "# cards without a name and description were not imported.",
    }),
  emptyEntries: (count: number, _about: string) =>
    counted(count, {
      one: "# checklist entry without a text was not imported.",
      other: "# checklist entries without a text were not imported.",
    }),
  lostEntries: (count: number, _about: string) =>
    counted(count, {
      one: "# checklist entry of a missing card was not imported.",
      other: "# checklist entries of missing cards were not imported.",
    }),
  lostComments: (count: number, _about: string) =>
    counted(count, {
      one: "# comment of a missing card was not imported.",
      other: "# comments of missing cards were not imported.",
    }),
  absentComments: (count: number, _about: string) =>
    counted(count, {
      one: "# comment is not in the file: Trello exports only the newest changes of a board.",
      other: "# comments are not in the file: Trello exports only the newest changes of a board.",
    }),
  unknownMembers: (count: number, _about: string) =>
    counted(count, {
      one: "# member of a card is not named in the file and was not imported.",
      other: "# members of cards are not named in the file and were not imported.",
    }),
  waits: (count: number, _about: string) =>
    counted(count, {
      one: "# entry of what a card waits for was not imported: it names no card, or closes a cycle.",
      other: "# entries of what cards wait for were not imported: they name no card, or close a cycle.",
    }),
  labelsBeyond: (count: number, _about: string) =>
    counted(count, {
      one: "# label was not imported: a plan has at most 100 labels.",
      other: "# labels were not imported: a plan has at most 100 labels.",
    }),
  members: (count: number, _about: string) =>
    counted(count, {
      one: "# further member of a card was imported as text of its description.",
      other: "# further members of cards were imported as text of their descriptions.",
    }),
  starts: (count: number, _about: string) =>
    counted(count, {
      one: "# start date was imported as text of its card’s description.",
      other: "# start dates were imported as text of their cards’ descriptions.",
    }),
  customFields: (count: number, _about: string) =>
    counted(count, {
      one: "# custom field of a card was imported as text of its description.",
      other: "# custom fields of cards were imported as text of their descriptions.",
    }),
  places: (count: number, _about: string) =>
    counted(count, {
      one: "# location of a card was imported as text of its description.",
      other: "# locations of cards were imported as text of their descriptions.",
    }),
  checklists: (count: number, _about: string) =>
    counted(count, {
      one: "# name of a checklist was imported as text of its card’s description.",
      other: "# names of checklists were imported as text of their cards’ descriptions.",
    }),
  attachments: (count: number, _about: string) =>
    counted(count, {
      one: "# attachment was imported as a link in its card’s description, without the file.",
      other: "# attachments were imported as links in their cards’ descriptions, without the files.",
    }),
  boardDescription: (_count: number, _about: string) => "The description of the board was imported as a plan note.",
  unknownLabels: (count: number, _about: string) =>
    counted(count, {
      one: "# label of a card has no name in the file and was not imported.",
      other: "# labels of cards have no name in the file and were not imported.",
    }),
  unknownFields: (count: number, _about: string) =>
    counted(count, {
      one: "# value of a custom field was not understood and not imported.",
      other: "# values of custom fields were not understood and not imported.",
    }),
  covers: (count: number, _about: string) =>
    counted(count, { one: "# cover of a card was not imported.", other: "# covers of cards were not imported." }),
  dueReminders: (count: number, _about: string) =>
    counted(count, {
      one: "# reminder of a due date was not imported.",
      other: "# reminders of due dates were not imported.",
    }),
  listLimits: (count: number, _about: string) =>
    counted(count, { one: "# limit of a list was not imported.", other: "# limits of lists were not imported." }),
  templates: (count: number, _about: string) =>
    counted(count, {
      one: "# template card was imported as an action like the others.",
      other: "# template cards were imported as actions like the others.",
    }),
  stickers: (count: number, _about: string) =>
    counted(count, { one: "# sticker was not imported.", other: "# stickers were not imported." }),
  powerUps: (count: number, _about: string) =>
    counted(count, {
      one: "# value of a Power-Up was not imported.",
      other: "# values of Power-Ups were not imported.",
    }),
})

/** The words with which a description takes what has no field of its own. */
export const importWords = localized("importWords", {
  members: "Members",
  start: "Start",
  place: "Location",
  checklists: "Checklists",
  attachments: "Attachments",
  somebody: "Somebody",
})
