import type { keyList as keys, palette as paletteTexts } from "~/ui/palette/texts"

export const palette: typeof paletteTexts = {
  name: "Befehlspalette",
  field: "Befehl eingeben oder Karte suchen",
  none: "Keine Treffer.",
  commands: "Befehle",
  kinds: { goal: "Ziel", item: "Aktion", task: "Aufgabe" },
}

export const keyList: typeof keys = {
  title: "Tastenkürzel",
  single: "Kürzel mit nur einer Taste",
  singleHint: "Während in ein Feld geschrieben wird, sind sie unwirksam. Bei Sprachsteuerung besser ausschalten.",
  groups: [
    {
      name: "Überall",
      keys: [
        ["Strg+K", "Befehlspalette"],
        ["Umschalt+F", "Filter"],
        ["V, dann 1 bis 9", "Ansicht öffnen"],
        ["/", "Suche"],
        ["C", "KI-Chat"],
        ["R", "Vorschläge von Agenten prüfen"],
        ["N", "Notizen"],
        ["\\", "Seitenleiste ein- oder ausklappen"],
        ["G, dann 1 bis 9", "Ziel auswählen"],
        ["Umschalt+G", "Neues Ziel hinzufügen"],
        ["Umschalt+A", "Aktion hinzufügen"],
        ["H", "Verlauf ein- oder ausblenden"],
        ["Strg+Z", "Rückgängig"],
        ["Strg+Y", "Wiederholen"],
        ["Strg+Enter", "„Ausführen“, solange eine Vorschau wartet"],
        ["Esc", "Die oberste Ebene schließen oder die Auswahl einer Karte aufheben; in der Suche den Text leeren"],
        ["?", "Diese Liste"],
      ],
    },
    {
      name: "Auf einer Karte",
      keys: [
        ["Pfeiltasten", "Zwischen Karten bewegen und ihre Bedienelemente zeigen"],
        ["Enter", "Dialog der Karte öffnen"],
        ["F2 oder E", "Text an Ort und Stelle bearbeiten"],
        ["Leertaste", "Aufnehmen; Pfeiltasten bewegen, Leertaste legt ab, Esc bricht ab"],
        ["1, 2, 3", "Aufgabe nach Zu erledigen, In Arbeit oder Erledigt verschieben"],
        ["T", "Aufgabe zur Bahn hinzufügen"],
        ["F", "Aktion in den Fokus nehmen oder herausnehmen"],
        ["I", "Check-in eines Ziels"],
        ["O, D, L, W", "Zuständige Person, Fälligkeit, Labels wählen, oder worauf sie wartet"],
        ["Strg+1 bis 5", "Im Dialog den Tab wechseln"],
      ],
    },
    {
      name: "Im Kalender",
      keys: [
        ["V, dann B oder C", "Board oder Kalender"],
        ["Pfeiltasten", "Zwischen Tagen und den Karten eines Tages wechseln"],
        ["Leertaste", "Aufnehmen; Pfeiltasten wählen den Tag, Rücktaste keinen, Leertaste legt ab"],
        ["M, W", "Monat, Woche"],
        ["T oder .", "Heute"],
        ["Bild auf, Bild ab", "Voriger, nächster Monat oder Woche"],
      ],
    },
  ],
}
