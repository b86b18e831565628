import { Sequencer } from '../sequencer.ts';
import { alice, deposit, USDT } from './commands.ts';

/**
 * The program of a process that is killed by tests. `node loaded-process.ts <databaseUrl> <firstKey>` deposits one unit
 * per key, with hundreds in flight at a time, and writes `<key> <position>` once a deposit is acknowledged.
 */
const [databaseUrl = '', firstKey = '1'] = process.argv.slice(2);
const sequencer = await Sequencer.open({
  databaseUrl,
  snapshots: { everyCommands: 5_000, leastMs: 0, keep: 2, retainLogMs: 0 },
});
let key = Number(firstKey);

async function client(): Promise<void> {
  for (;;) {
    const mine = key++;
    const { position, refusal, repeated } = await sequencer.submit(deposit(alice, USDT, 1, mine));
    if (refusal !== undefined) throw new Error(`deposit ${mine} was refused: ${refusal}`);
    process.stdout.write(`${mine} ${repeated?.position ?? position}\n`);
  }
}

await Promise.all(Array.from({ length: 200 }, client));
