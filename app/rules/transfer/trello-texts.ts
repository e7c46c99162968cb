// trelloTexts(): a card's description with what an action has no field for.
import type { leftOutList } from "./left-out"
import type { ImportWords } from "./outline"
import type { TrelloBoard, TrelloCard, TrelloChecklist } from "./trello-board"

type Given = {
  board: TrelloBoard
  words: ImportWords
  dayOf(time: string | null): string | null
  add: ReturnType<typeof leftOutList>["add"]
}

export const trelloTexts = ({ board, words, dayOf, add }: Given) => {
  const fields = new Map(board.customFields.map((field) => [field.id, field]))
  const listed = (title: string, all: string[]) => (all.length > 0 ? [`${title}: ${all.join(", ")}`] : [])

  const fieldLine = ({ idCustomField, idValue, value }: TrelloCard["customFieldItems"][number]) => {
    const field = fields.get(idCustomField)
    const option = field?.options.find(({ id }) => id === idValue)?.value.text ?? ""
    const typed = value?.text || value?.number || value?.checked || value?.option
    const said = option || typed || dayOf(value?.date ?? null)?.slice(0, 10) || idValue
    if (!said && value !== null) add("unknownFields")
    return said ? [`${field?.name.trim() || idCustomField}: ${said}`] : []
  }

  return (card: TrelloCard, checklists: TrelloChecklist[], members: string[]): string => {
    const start = dayOf(card.start)?.slice(0, 10)
    const custom = card.customFieldItems.flatMap(fieldLine)
    const named = [card.locationName.trim(), card.address.trim()].filter((each) => each !== "")
    const place = named.length > 0 ? named : [card.coordinates.trim()].filter((each) => each !== "")
    const titles = checklists.map(({ name }) => name.trim()).filter((name) => name !== "")
    const links = card.attachments.filter(({ url, name }) => url !== "" || name !== "")
    add("members", members.length)
    add("starts", start ? 1 : 0)
    add("customFields", custom.length)
    add("places", place.length > 0 ? 1 : 0)
    add("checklists", titles.length)
    add("attachments", links.length)
    const lines = [
      ...listed(words.members, members),
      ...listed(words.start, start ? [start] : []),
      ...custom,
      ...listed(words.place, place),
      ...listed(words.checklists, titles),
      ...(links.length > 0 ? [`${words.attachments}:`] : []),
      ...links.map(({ name, url }) => (name === "" || name === url ? `- ${url}` : `- ${name}: ${url}`)),
    ]
    return [card.desc, lines.join("\n")].filter((part) => part.trim() !== "").join("\n\n")
  }
}
