import process from 'node:process';
import { parseArgs } from 'node:util';
import { verifyLog } from '@vitrine/sequencer';
import { compareTables } from './projections/projector/compare-tables.ts';
import { runOnDatabase } from './wiring/database/command.ts';

const usage = `Replays the whole log: checks every batch's hash and every snapshot on the way, then compares all balances and open
orders in the tables with the resulting state. Read-only, so it can run alongside a server.

  npm run log:verify
  npm run log:verify -- --head <position:hash>

  --head   a head printed earlier by this command or the server's log. The command checks that a batch of the log still
           ends there, which proves that nothing up to it was rewritten or truncated
`;

const PROGRESS_MS = 5_000;

const { values } = parseArgs({
  options: { head: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
});

/** An invalid head must be refused immediately, not after hours of work. */
const isHead = (text: string): boolean => /^[1-9]\d{0,15}:[0-9a-f]{64}$/.test(text);

if (values.head !== undefined && !isHead(values.head)) {
  process.stderr.write(`--head takes <position:hash>, as printed by this command or the server log.\n`);
  process.exitCode = 1;
} else if (values.help) process.stdout.write(usage);
else
  await runOnDatabase(async (_pool, _settings, databaseUrl) => {
    const startedAtMs = performance.now();
    let saidAtMs = startedAtMs;
    let isFound = values.head === undefined;
    let first: number | undefined;
    const speed = (position: number) => {
      const seconds = (performance.now() - startedAtMs) / 1000;
      return `${Math.round((position - (first ?? position)) / seconds)} commands/s`;
    };
    const verdict = await verifyLog({
      databaseUrl,
      onProgress: ({ n, position, hash }) => {
        isFound ||= values.head === `${position}:${hash.toString('hex')}`;
        first ??= position;
        if (performance.now() - saidAtMs < PROGRESS_MS) return;
        saidAtMs = performance.now();
        process.stdout.write(`batch ${n}, position ${position}, ${speed(position)}\n`);
      },
      compare: compareTables,
    });
    const { from, tip, snapshots, difference } = verdict;
    if (difference !== undefined) {
      process.stderr.write(`${difference}\n`);
      return 1;
    }
    const beginning =
      from === 0
        ? 'from the beginning of the log'
        : `from the snapshot at batch ${from}, because earlier batches were pruned`;
    process.stdout.write(
      `The log is intact: batches ${from + 1} to ${tip.n} (up to position ${tip.position}), checked ${beginning}; ${snapshots} snapshots match, ` +
        `and so do all balances and open orders in the tables. Speed: ${speed(tip.position)}.\n`,
    );
    process.stdout.write(`The head of the log is ${tip.position}:${tip.hash.toString('hex')}\n`);
    if (values.head === undefined) return 0;
    if (!isFound) {
      process.stderr.write(
        `No batch of this log ends at the head given with --head (checked: batches ${from + 1} to ${tip.n}): the log was truncated or rewritten${from === 0 ? '' : ', or that part of it was pruned'}.\n`,
      );
      return 1;
    }
    process.stdout.write('The head given with --head is part of this log.\n');
    return 0;
  });
