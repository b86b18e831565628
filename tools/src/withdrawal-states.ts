import type { SourceTexts } from './repository.ts';

const STATES = 'apps/server/src/custody/withdrawals/states.ts';
const STEP = /^ {2}\/\*\* (.+) \*\/\n {2}(\w+): \{ from: \[(.+)\], to: '(\w+)', by: '(\w+)' \},$/gm;

/** docs/withdrawal-states.md: the states of a withdrawal, and the transitions between them. */
export function withdrawalStates(texts: SourceTexts): string {
  const steps = [...(texts.get(STATES) ?? '').matchAll(STEP)].map(
    ([, what = '', event = '', from = '', to = '', by = '']) => ({
      what,
      event,
      from: [...from.matchAll(/\w+/g)].map(([state]) => state),
      to,
      by,
    }),
  );
  if (steps.length === 0) throw new Error(`no state transitions were found in ${STATES}`);
  const arrows = steps.flatMap(({ event, from, to, by }) =>
    from.map((state) => `  ${state} --> ${to}: ${event} (${by})`),
  );
  const ends = [...new Set(steps.map(({ to }) => to))].filter((state) =>
    steps.every(({ from }) => !from.includes(state)),
  );
  const rows = steps.map(
    ({ event, from, to, by, what }) => `| \`${event}\` | ${from.join(', ')} | ${to} | ${by} | ${what} |`,
  );
  return `<!-- Written by \`npm run docs\` from the sources. -->

# The states of a withdrawal

An event that is not shown for a state leaves the withdrawal unchanged. The table is
[\`withdrawals/states.ts\`](../${STATES}); a test applies every event in every state. The state says how far a withdrawal
has progressed. The amount that the ledger holds for it is looked up in the log, by the withdrawal's number.
Pages, notifications and files show the state \`refused\` as *Rejected*.

\`\`\`mermaid
stateDiagram-v2
  [*] --> draft
${arrows.join('\n')}
${ends.map((state) => `  ${state} --> [*]`).join('\n')}
\`\`\`

| event | from | to | by | meaning |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
