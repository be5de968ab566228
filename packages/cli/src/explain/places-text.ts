import type { LegalPlaces, LegalStretch } from "@passwright/builder";
import { escapeData } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** Where a pass could go: each stretch of the pipeline with what binds its ends, or why there is none. */
export function placesText(places: LegalPlaces): string {
  const { pass, stretches, nowhere } = escapeData(places);
  if (stretches.length > 0) return [`\`${pass}\` could go`, ...stretches.flatMap(stretchLines)].join("\n");
  return [`there is no legal place for \`${pass}\``, ...nowhere.map((problem) => `  ${withReason(problem)}`)].join(
    "\n",
  );
}

function stretchLines({ after, before, notEarlier, notLater }: LegalStretch): string[] {
  const from = after === undefined ? "from the beginning" : `after \`${after}\``;
  const to = before === undefined ? "to the end" : `before \`${before}\``;
  return [
    `  ${from} … ${to}`,
    ...(notEarlier === undefined ? [] : [`    not earlier: ${withReason(notEarlier)}`]),
    ...(notLater === undefined ? [] : [`    not later:   ${withReason(notLater)}`]),
  ];
}

/** What is wrong, with the reason that somebody gave for the rule. */
function withReason({ message, notes = [] }: Diagnostic): string {
  const reason = notes.find((note) => note.message.startsWith("reason: "))?.message.slice("reason: ".length);
  return reason === undefined ? message : `${message}: ${reason}`;
}
