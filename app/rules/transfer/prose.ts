/** Reads plain text as work: which sentence says what is wanted, and which ones say what to do about it. */

/** A semicolon and a line's end separate sentences too. */
const mark = /[.!?…;。！？؟\n]/u
/** Ends a sentence without a space after it. */
const wideMark = /[。！？؟\n]/u
const closing = /["')\]”’»]/u
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|mr|mrs|ms|dr|prof|st|no|nr|vs|approx|incl|ca|z\.b|d\.h|bzw|inkl)\.$/iu
const dayOfMonth = /(?:^|\s)\d{1,2}\.$/u
const month = /^ (?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)/iu

const isDay = (before: string, after: string) => dayOfMonth.test(before) && month.test(after)

/** The sentences of a text. A line that goes on in lower case belongs to the sentence before it. */
export const sentencesOf = (text: string): string[] => {
  const spaced = text.replace(/[^\S\n]+/g, " ").replace(/ \n/g, "\n")
  const whole = spaced.replace(/([^\s.!?:;…])\n ?(?=\p{Ll})/gu, "$1 ")
  const sentences: string[] = []
  let from = 0
  const take = (to: number) => {
    const sentence = whole.slice(from, to).trim()
    if (sentence !== "") sentences.push(sentence)
    from = to
  }
  for (let at = 0; at < whole.length; at++) {
    if (!mark.test(whole.charAt(at))) continue
    let to = at + 1
    while (mark.test(whole.charAt(to)) || closing.test(whole.charAt(to))) to++
    const before = whole.slice(Math.max(0, at - 11), at + 1)
    const after = whole.slice(to, to + 12)
    const ends = wideMark.test(whole.slice(at, to)) || after === "" || /^\s/.test(after)
    const isShort = to === at + 1 && whole.charAt(at) === "." && after !== "" && !after.startsWith("\n")
    const goesOn = isShort && (/^ \p{Ll}/u.test(after) || abbreviation.test(before) || isDay(before, after))
    if (ends && !goesOn) take(to)
    at = to - 1
  }
  take(whole.length)
  return sentences
}

const connector =
  /^(?:and|then|so|also|but|first|firstly|second|secondly|third|next|afterwards|after that|later|finally|lastly|in addition|to do this|to do that|for this|please)\b(,?)\s+/i
const who = "(?:we|i|you|someone|somebody)"
const wish =
  /^(?:(?:we|i)(?: (?:want|wish|hope|plan|aim|intend|would like|are going|am going)|['’]d like)|(?:our|my|the) (?:goal|aim|target|objective|vision|idea|plan) is)(?: to)?\s+/i
const duty = new RegExp(
  `^(?:${who} (?:also |then |first |still )?(?:need to|needs to|have to|has to|must|should|will|shall|can|could|ought to|need)|${who}['’]ll|let['’]s|let us|remember to|don['’]t forget to|make sure to|be sure to)\\s+`,
  "i",
)
/** Verbs that begin a task; those in `either` are nouns too and count only before a word that can follow a verb. */
const verb =
  /^(?:add|agree|announce|apply|appoint|arrange|ask|assign|become|begin|bring|build|buy|choose|clean|clear|close|collect|compare|complete|confirm|connect|convince|create|cut|decide|define|deliver|develop|discuss|double|earn|ensure|evaluate|explain|extend|find|finish|fix|gather|get|give|grow|halve|hire|hold|identify|implement|improve|increase|inform|install|introduce|invite|keep|launch|learn|make|meet|migrate|move|negotiate|open|organi[sz]e|pay|pick|prepare|present|prove|publish|put|raise|recruit|reduce|remove|renew|replace|reserve|run|secure|select|sell|send|set|settle|sign|solve|speak|start|stop|submit|talk|teach|tell|translate|try|understand|update|validate|verify|win|write)\s/i
const either =
  /^(?:book|call|check|contact|design|document|draft|estimate|film|focus|help|interview|list|mail|measure|offer|order|paint|phone|photograph|plan|print|quote|record|report|research|review|schedule|show|sketch|survey|test|train|visit)\s+(?:the|a|an|our|my|your|their|its|it|them|us|all|every|each|some|any|more|this|that|these|those|with|for|in|on|at|to|how|what|who|where|when|whether|if|new|\d|one|two|three|four|five|six|ten|twelve)\b/i
const joint = /, (?:and then |and |then )?(?:to )?| and (?:then )?(?:to )?/gi

const beginsTask = (text: string) => verb.test(text) || either.test(text)

/** The sentence without the words that only lead up to what is to be done. */
const core = (sentence: string) => {
  let rest = sentence
  while (/[.;!…。！]$/u.test(rest)) rest = rest.slice(0, -1)
  rest = rest.trim()
  for (let match = connector.exec(rest); match; match = connector.exec(rest)) {
    const after = rest.slice(match[0].length)
    if (match[1] === "" && !duty.test(after) && !wish.test(after) && !beginsTask(after)) break
    rest = after
  }
  const words = rest.replace(wish, "").replace(duty, "")
  return words === "" ? rest : words
}

const capitalised = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/** What one sentence says to do: more than one thing only where each begins with a verb. */
const tasksOf = (sentence: string): string[] => {
  const text = core(sentence)
  if (!beginsTask(text)) return [capitalised(text)]
  const parts: string[] = []
  let from = 0
  for (const { index, 0: between } of text.matchAll(joint)) {
    const to = index + between.length
    if (!beginsTask(text.slice(to, to + 60))) continue
    parts.push(text.slice(from, index))
    from = to
  }
  return [...parts, text.slice(from)].map((part) => capitalised(part.trim()))
}

const headingLength = 80

/** A heading of at most 80 characters, cut between words where there are any. */
const headingOf = (text: string) => {
  const characters = [...text]
  if (characters.length <= headingLength) return text
  const start = characters.slice(0, headingLength - 1).join("")
  const end = start.lastIndexOf(" ")
  return `${(end > headingLength / 2 ? start.slice(0, end) : start).replace(/[,;:]$/, "")}…`
}

type Said = { wanted: { name: string; sentence: string } | null; todo: { topic: string; description: string }[] }

/**
 * The actions in a text, one for each sentence or for each thing that a sentence says to do. `wanted`: a first sentence that
 * says what is wanted, when others follow. A sentence too long for a heading is the description too.
 */
export const readProse = (text: string): Said => {
  const [first = "", ...rest] = sentencesOf(text)
  const isWish = rest.length > 0 && wish.test(first) && tasksOf(first).length === 1
  const tasks = (isWish ? rest : [first, ...rest]).flatMap(tasksOf)
  return {
    wanted: isWish ? { name: headingOf(capitalised(core(first))), sentence: first } : null,
    todo: tasks.map((task) => {
      const topic = headingOf(task)
      return { topic, description: topic === task ? "" : task }
    }),
  }
}
