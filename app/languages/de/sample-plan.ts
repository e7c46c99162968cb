import type { samplePlan as english } from "~/rules/transfer/sample-plan"

export const samplePlan: typeof english = {
  name: "Leihräder, zweite Phase",
  goals: [
    {
      name: "Zwölf neue Stationen öffnen",
      description: "Zuerst Ufer und Altstadt, die Seite am Depot bis Juni.",
      color: "#00855a",
      actions: [
        {
          topic: "Genehmigungen für die Altstadt",
          description:
            "Fünf Stationen an geschützten Straßen. Die Denkmalpflege antwortet in 20 Werktagen, deshalb geht alles in einem Umschlag hin.",
          value: 9,
          effort: 4,
          focus: true,
          tasks: [
            ["Antrag auf Sondernutzung für alle fünf Stationen entwerfen", 0, 3],
            ["Zustimmungen der Nachbarn im Mühlweg sammeln", 0, 11],
            ["Termin bei der Denkmalpflege buchen", 0],
            ["Maßstabszeichnungen, Stationen 7 bis 11", 1, -3],
            ["Wiederherstellung des Pflasters mit dem Tiefbauamt klären", 1, 6],
            ["Wurzelgutachten", 2, -7],
            ["Jede Bordsteinkante im Stehen fotografieren", 2],
          ],
        },
        {
          topic: "Standorte am Ufer vermessen",
          description: "Alle neun mit dem Vermesser begehen, Stromanschlüsse fotografieren.",
          value: 8,
          effort: 3,
        },
        { topic: "Strom für die Seite am Depot", value: 6, effort: 5 },
      ],
    },
    {
      name: "Verlängerung durch die Stadt gewinnen",
      description: "Der Rat stimmt am 18. März ab. Belege statt Versprechen.",
      color: "#3870df",
      actions: [
        {
          topic: "Belege für die Verlängerung",
          description: "Zwölf Seiten, die der Rat prüfen kann.",
          value: 10,
          effort: 4,
          focus: true,
          tasks: [
            ["Drei Fahrgäste aus jedem Bezirk zitieren", 0, 18],
            ["CO₂-Zahlen von der Universität prüfen lassen", 0],
            ["Kosten je Fahrt, Tabelle über drei Jahre", 1, 2],
            ["Gliederung vom Vorstand freigegeben", 2],
          ],
        },
        {
          topic: "Nutzungsbericht, Herbstquartal",
          description: "Gleicher Zuschnitt wie im Vorjahr, damit beide nebeneinander passen.",
          value: 9,
          effort: 2,
        },
      ],
    },
    {
      name: "Reparaturzeit halbieren",
      description: "Von 46 Stunden je Rad auf unter 24.",
      color: "#cc4b2e",
      actions: [
        {
          topic: "Versuch mit einem Werkstattwagen",
          description: "Sechs Wochen, ein Wagen, die zehn meistgenutzten Stationen.",
          value: 8,
          effort: 3,
          focus: true,
          tasks: [
            ["Zwei Seiten zur Sicherheit am Straßenrand schreiben", 0, 10],
            ["Ersatz-Nabenräder für die erste Woche bestellen", 0],
            ["Werkbank, Schraubstock und Schubladen einbauen", 1, 4],
            ["Route der ersten Woche aus Störungsmeldungen planen", 1],
            ["Miete bis Ende Januar vereinbart", 2],
            ["Zehn Stationen nach Zahl der Störungen auswählen", 2],
          ],
        },
        { topic: "Prognose für Ersatzteile", value: 5, effort: 2 },
      ],
    },
    {
      name: "Studierende gewinnen",
      description: "Zwei Standorte, ein Ticket, 1.500 Anmeldungen bis zum Sommersemester.",
      color: "#af50ae",
      actions: [
        {
          topic: "Ticketversuch an zwei Standorten",
          description: "Preistest: Semesterpauschale gegen Einzelfahrten mit Höchstbetrag.",
          value: 7,
          effort: 3,
        },
      ],
    },
    {
      name: "Bereit für den Winter",
      description: "Keine Station länger als vier Stunden geschlossen.",
      color: "#a8660a",
      actions: [
        { topic: "Enteisungsset für jede Station", value: 6, effort: 1 },
        { topic: "Räumroute mit dem Winterdienst der Stadt", value: 4, effort: 2 },
      ],
    },
  ],
}
