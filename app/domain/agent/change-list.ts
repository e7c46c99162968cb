// changeList(): the changes that the parts of a request ask for, one after another. What a part has proposed can be taken back.
import type { SentChangeSet } from "~/contract/change-set"
import type { Entity } from "~/contract/fields/field"
import { folded } from "~/rules/agent/words"

type Change = SentChangeSet["changes"][number]

/** `id`: of a card, or the ref of one that this request creates. */
export type Card = { entity: Entity; id: number | string }

export const changeList = () => {
  const changes: Change[] = []
  let made = 0
  /** What this request creates or renames, by folded name; later parts may name it. */
  const fresh = new Map<string, Card>()
  /** The card that "it" is. */
  let last: Card | undefined
  let undoing: (() => void)[] = []

  const push = (change: Change) => {
    changes.push(change)
    undoing.push(() => void changes.pop())
  }
  const remember = (card: Card, name: string) => {
    const key = `${card.entity} ${folded(name)}`
    const before = fresh.get(key)
    fresh.set(key, card)
    undoing.push(() => (before ? fresh.set(key, before) : fresh.delete(key)))
    last = card
  }
  return {
    changes,
    push,
    remember,
    last: () => last,
    mention: (card: Card) => {
      last = card
    },
    create: (entity: Entity, fields: Record<string, unknown>, name: string): string => {
      const ref = `new-${++made}`
      push({ op: "create", entity, ref, fields })
      remember({ entity, id: ref }, name)
      return ref
    },
    /** What a part creates has the fields from the start. */
    update: ({ entity, id }: Card, fields: Record<string, unknown>) => {
      const own = typeof id === "string" ? changes.find(({ ref }) => ref === id) : undefined
      if (!own) return push({ op: "update", entity, id: id as number, fields })
      const before = own.fields
      own.fields = { ...before, ...fields }
      undoing.push(() => {
        own.fields = before
      })
    },
    newOne: (name: string, entities: readonly Entity[]) =>
      entities.map((entity) => fresh.get(`${entity} ${folded(name)}`)).find((one) => one !== undefined),
    beginPart: () => {
      undoing = []
    },
    /** What the present part has proposed; "it" then means nothing. */
    takeBack: () => {
      for (const undo of undoing.reverse()) undo()
      last = undefined
    },
  }
}

export type ChangeList = ReturnType<typeof changeList>
