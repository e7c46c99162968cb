// The sentences that are understood without a model, in English and German. The one that explains most of a line wins.
//
// `{card}` is a card by its name, `{other}` another one, `{label}` a label by its name; `{place}` a goal or an action; `{text}` what is written; `{person}` and `{date}` may turn
// out to be none, which is then said, and `{person!}`, `{date!}`, `{rule!}`, `{shift}`, `{column}`, `{number}`, `{result}` (of a goal) and `{value}` must be one. `(a b|c)` is a
// choice of phrases, `[…]` may be absent. `{new}` is what a sentence adds (added.ts).
import { fieldsWith } from "~/contract/fields/card-fields"

export type Doing =
  | "add"
  | "rename"
  | "describe"
  | "move"
  | "column"
  | "focus"
  | "unfocus"
  | "complete"
  | "uncomplete"
  | "start"
  | "copy"
  | "delete"
  | "assign"
  | "unassign"
  | "due"
  | "undated"
  | "repeat"
  | "unrepeat"
  | "estimate"
  | "block"
  | "unblock"
  | "label"
  | "unlabel"
  | "note"
  | "measure"

type Sentence = { do: Doing; field?: string; en: string[]; de: string[] }

const dateEn = "(due date|deadline|date)"
const dateDe = "(Fälligkeit|Fälligkeitsdatum|Frist|Datum|Termin)"
/** What numbers of an action are called. */
const numbersDe: Readonly<Record<string, string>> = { businessValue: "Wert", effortAndComplexity: "Aufwand" }

export const grammar: readonly Sentence[] = [
  {
    do: "add",
    en: ["(add|create|new|insert|set up|start a new) {new}", "make (a|an|another|one|two|three) {new}"],
    de: [
      "(füge|trage|lege|leg) {new} (hinzu|ein|an)",
      "(erstelle|erzeuge|erfasse|ergänze|neue|neues|neuer|neuen|mach|mache) {new}",
      "{new} (hinzufügen|anlegen|erstellen|ergänzen)",
    ],
  },
  {
    do: "rename",
    en: [
      "(rename|retitle|change the name of|call) {card} (to|as|into) {text}",
      "(rename|retitle|call) {card} {quoted}",
    ],
    de: [
      "(benenne|nenne|taufe) {card} (in|zu|als|um in) {text} [um]",
      "(ändere|ändere den Namen von) {card} in {text} um",
      "ändere den Namen von {card} (in|auf|zu) {text}",
      "{card} (in|zu) {text} umbenennen",
      "(nenne|benenne) {card} {quoted}",
    ],
  },
  {
    do: "describe",
    en: ["(describe|set the description of|change the description of) {card} (as|to|with) {text}"],
    de: [
      "beschreibe {card} (als|mit|so :) {text}",
      "(setze|ändere) die Beschreibung von {card} auf {text}",
      "{card} (als|mit) {text} beschreiben",
    ],
  },
  {
    do: "column",
    en: [
      "(move|put|set|shift|drag|bring|pull|transfer) {card} (to|into|in) {column}",
      "mark {card} as {column}",
      "mark {card} {column}",
      "(set|change) [the] status (of|for) {card} to {column}",
      "{card} (is|are|should be|must be) {column}",
    ],
    de: [
      "(verschiebe|bewege|schiebe|setze|setz|stelle|stell|lege|zieh|ziehe) {card} (nach|in|auf|zu) {column}",
      "(setze|setz|stelle|stell|ändere) [den] Status (von|für) {card} auf {column}",
      "{card} (nach|in|auf) {column} (verschieben|schieben|setzen)",
      "markiere {card} als {column}",
      "{card} (ist|sind) {column}",
    ],
  },
  {
    do: "move",
    en: ["(move|put|shift|drag|bring|pull|transfer) {card} (to|into|under|in|below) {place}"],
    de: [
      "(verschiebe|bewege|schiebe|verlege|lege|ziehe|ordne) {card} (nach|in|ins|zu|zum|zur|unter|dem|der) {place} [unter|zu]",
      "{card} (nach|in|ins|zu|zum|zur|unter) {place} (verschieben|bewegen|legen)",
    ],
  },
  {
    do: "focus",
    en: ["(focus on|focus|start focusing on) {card}", "(move|put|pull|bring|take) {card} (to|into|in) [the] focus"],
    de: [
      "(fokussiere|fokussiere auf|Fokus auf) {card}",
      "(setze|setz|nimm|lege|verschiebe|hole|hol|bringe|bring) {card} in den Fokus [auf]",
      "{card} in den Fokus (nehmen|setzen)",
    ],
  },
  {
    do: "unfocus",
    en: ["(unfocus|stop focusing on) {card}", "(take|remove|pull|move) {card} (out of|from|off) [the] focus"],
    de: [
      "(defokussiere|entfokussiere) {card}",
      "(nimm|entferne|hole) {card} aus dem Fokus",
      "{card} aus dem Fokus (nehmen|entfernen)",
    ],
  },
  {
    do: "assign",
    en: [
      "(assign|give|hand|hand over) {card} to {person}",
      "(assign|give|hand) {card} to {person!} (due on|due by|due|by|until) {date!}",
      "(assign|give|hand) {person!} to {card}",
      "(give|hand) {person!} {card}",
      "(set|change) [the] owner of {card} to {person}",
      "make {person!} [the] owner of {card}",
      "{card} (is|are) (for|assigned to|owned by) {person!}",
    ],
    de: [
      "(weise|teile) {card} {person!} zu",
      "(weise|teile) {card} {person!} (bis|bis zum) {date!} zu",
      "(weise|teile) {card} {person!} zu (fällig am|fällig|bis|bis zum) {date!}",
      "(gib|übergib) {card} an {person!} (fällig am|fällig|bis|bis zum) {date!}",
      "(weise|teile) {person!} {card} zu",
      "(weise|teile|gib|übergib|übertrage|übertrag) {card} an {person} [zu]",
      "(gib|übergib|übertrage) {person!} {card}",
      "(gib|übergib|übertrage) {card} {person!}",
      "{card} (an|) {person!} (zuweisen|übertragen|geben)",
      "(mach|mache) {person!} (zuständig|verantwortlich) für {card}",
      "{person!} ist (zuständig|verantwortlich) für {card}",
      "{card} (ist|sind) für {person!}",
    ],
  },
  {
    do: "unassign",
    en: [
      "unassign {card}",
      "(remove|take|clear) the owner (of|from|off) {card}",
      "(set|change) [the] owner of {card} to (nobody|no one|none|no-one)",
      "assign {card} to (nobody|no one|no-one)",
    ],
    de: [
      "(entferne|lösche) die Zuständigkeit (von|für) {card}",
      "(entferne|lösche) [den|die] (Zuständigen|Zuständige|Verantwortlichen|Verantwortliche) (von|für) {card}",
      "niemand ist für {card} zuständig",
      "weise {card} niemandem zu",
    ],
  },
  {
    do: "due",
    en: [
      `(set|change|move) [the] ${dateEn} (of|for) {card} (to|for|on) {date}`,
      `(set|change|move) {card} ${dateEn} (to|for|on) {date}`,
      "(postpone|reschedule|delay|schedule|push|push back|bump) {card} (to|until|for|on|by) {date}",
      "(postpone|reschedule|delay|push|push back|bump|move) {card} (by|for|back|back by) {shift}",
      "(move|put) {card} to {date!}",
      "(set|make) {card} (due on|due by|due) {date}",
      "{card} (is|are) (due on|due by|due) {date}",
      `[the] ${dateEn} (of|for) {card} is {date}`,
    ],
    de: [
      `(setze|setz|ändere|stelle|leg|lege) [die|das|den] ${dateDe} (von|für) {card} auf [den] {date} [fest]`,
      "(verschiebe|verlege|vertage|terminiere) {card} (auf|bis) [den] {date}",
      "{card} (auf|bis) [den] {date!} verschieben",
      "(verschiebe|verlege|vertage|schiebe) {card} um {shift} [nach hinten]",
      "{card} um {shift} (verschieben|vertagen)",
      "{card} (ist|sind) (fällig am|fällig|fällig bis) {date}",
      "{card} (ist|sind) (am|bis|bis zum) {date} fällig",
      "{card} (ist|sind) {date} fällig",
      "(setze|setz) {card} auf [den] {date!}",
      `[die|das|der] ${dateDe} (von|für) {card} ist [der|am] {date}`,
    ],
  },
  {
    do: "undated",
    en: [`(clear|remove|delete) [the] ${dateEn} (of|from|for) {card}`],
    de: [`(entferne|lösche) [die|das|den] ${dateDe} (von|für) {card}`],
  },
  {
    do: "repeat",
    en: [
      "(repeat|do|schedule) {card} {rule!}",
      "(make|have|let) {card} (repeat|recur) {rule!}",
      "{card} (repeats|recurs|is due|should repeat) {rule!}",
      "(set|change) [the] (repetition|recurrence) (of|for) {card} to {rule!}",
    ],
    de: [
      "(wiederhole|mach|mache) {card} {rule!}",
      "{card} {rule!} wiederholen",
      "{card} (wiederholt sich|ist) {rule!} [fällig]",
      "(setze|ändere) [die] Wiederholung (von|für) {card} auf {rule!}",
    ],
  },
  {
    do: "unrepeat",
    en: [
      "(stop repeating|do not repeat|don't repeat|don’t repeat|no longer repeat) {card}",
      "(clear|remove|delete|stop|end) [the] (repetition|recurrence) (of|from|for) {card}",
      "{card} (no longer repeats|does not repeat)",
    ],
    de: [
      "wiederhole {card} nicht mehr",
      "{card} nicht mehr wiederholen",
      "{card} wiederholt sich nicht mehr",
      "(entferne|lösche|beende) [die] Wiederholung (von|für) {card}",
    ],
  },
  {
    do: "complete",
    en: ["(complete|finish|close|tick off|check off|tick|wrap up|completed|finished|done with|finished with) {card}"],
    de: [
      "(erledige|beende|vollende) {card}",
      "(schließe|hake|schließ|hak) {card} ab",
      "{card} (abschließen|abhaken|erledigen)",
    ],
  },
  {
    do: "uncomplete",
    en: ["(uncomplete|reopen|open again|untick) {card}"],
    de: ["öffne {card} (wieder|erneut)", "{card} wieder öffnen"],
  },
  {
    do: "start",
    en: ["(start|begin|start working on|begin working on) {card}"],
    de: ["(starte|beginne|fange|fang) [mit] {card} [an]", "{card} (beginnen|starten|anfangen)"],
  },
  {
    do: "copy",
    en: [
      "(copy|duplicate|clone|make a copy of|make a duplicate of) {card}",
      "(copy|duplicate|clone) {card} (to|into|in|under|below) {place}",
    ],
    de: [
      "(kopiere|dupliziere|klone) {card}",
      "{card} (kopieren|duplizieren)",
      "(kopiere|dupliziere|klone) {card} (nach|in|ins|zu|zum|zur|unter) {place}",
      "{card} (nach|in|ins|zu|zum|zur|unter) {place} (kopieren|duplizieren)",
    ],
  },
  {
    do: "delete",
    en: ["(delete|remove|drop|get rid of|throw away|erase) {card}"],
    de: ["(lösche|lösch|entferne) {card}", "{card} (löschen|entfernen)"],
  },
  {
    do: "block",
    en: [
      "{card} (is|are) blocked by {other}",
      "{card} (waits for|wait for|waits on|is waiting for|are waiting for|depends on|depend on) {other}",
      "(make|let) {card} wait for {other}",
    ],
    de: [
      "{card} (wartet|warten) auf {other}",
      "{card} (ist|wird) (durch|von) {other} blockiert",
      "{card} ist blockiert (durch|von) {other}",
      "(lass|lasse) {card} auf {other} warten",
    ],
  },
  {
    do: "unblock",
    en: [
      "{card} no longer (waits for|wait for|waits on|depends on|depend on) {other}",
      "{card} (is|are) no longer (blocked by|waiting for) {other}",
      "{card} (doesn't|does not|don't|do not) (wait for|depend on) {other} [anymore|any more]",
    ],
    de: [
      "{card} (wartet|warten) nicht mehr auf {other}",
      "{card} ist nicht mehr (durch|von) {other} blockiert",
      "{card} ist nicht mehr blockiert (durch|von) {other}",
    ],
  },
  {
    do: "label",
    en: [
      "(label|tag) {card} (as|with) [the label] {label}",
      "(add|put|attach) [the] label {label} (to|on) {card}",
      "(give) {card} the label {label}",
    ],
    de: [
      "(labele|tagge|kennzeichne|markiere) {card} (als|mit) [dem Label] {label}",
      "(gib|gebe) {card} das Label {label}",
      "(füge|hänge) das Label {label} (zu|an) {card} [hinzu|an]",
      "(füge|hänge) {card} das Label {label} (hinzu|an)",
      "{card} (bekommt|erhält) das Label {label}",
    ],
  },
  {
    do: "unlabel",
    en: ["(remove|take|drop) [the] label {label} (from|off) {card}"],
    de: ["(entferne|lösche|nimm) das Label {label} von {card} [weg]", "{card} verliert das Label {label}"],
  },
  {
    do: "note",
    en: [
      "(add a note to|add a comment to|add note to|comment on|note on|leave a note on|leave a comment on) {card} (:|saying|that says|with) {text}",
      "(add a note to|add a comment to|comment on|leave a note on|leave a comment on) {card} {quoted}",
      "(add|leave) (a|the) (note|comment) {text} (to|on|for) {card}",
    ],
    de: [
      "(füge|schreibe|schreib) (eine Notiz|einen Kommentar) (zu|an) {card} [hinzu] : {text}",
      "(Notiz|Kommentar) (zu|an) {card} : {text}",
      "füge zu {card} (die Notiz|den Kommentar|eine Notiz|einen Kommentar) {text} hinzu",
      "kommentiere {card} (:|mit) {text}",
      "füge {card} (die Notiz|den Kommentar|eine Notiz|einen Kommentar) {text} hinzu",
    ],
  },
  {
    do: "measure",
    en: ["(set|update|change) [the] {result} to {value}"],
    de: ["(setze|setz|aktualisiere|aktualisier|ändere|änder) [den|die|das] {result} auf {value}"],
  },
  ...fieldsWith("item", "agent").flatMap(([field, { kind, agent }]): Sentence[] => {
    const german = numbersDe[field]
    return kind === "number"
      ? [
          {
            do: "estimate",
            field,
            en: [`(set|change) [the] ${agent.word} of {card} (to|at) {number}`],
            de: german ? [`(setze|ändere) [den] ${german} von {card} auf {number}`] : [],
          },
        ]
      : []
  }),
]
