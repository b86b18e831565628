import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { alice, deposit, USDT } from './testing/commands.ts';
import { prepare, submitAll, test } from './testing/fixtures.ts';

const ROUNDS = 4;
/** More deposits than a killed process can have submitted without reporting them as acknowledged. */
const MARGIN = 20_000;
const program = join(import.meta.dirname, 'testing/loaded-process.ts');

test(`kill -9 under load, ${ROUNDS} times: nothing acknowledged is lost or duplicated`, {
  timeout: 300_000,
}, async ({ open, databaseUrl }) => {
  await (await prepare(await open())).close();
  const acknowledged = new Map<number, number>();
  let nextKey = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = spawn(process.execPath, [program, databaseUrl, String(nextKey)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    let target = Number.POSITIVE_INFINITY;
    for await (const line of lines) {
      const [key = 0, position = 0] = line.split(' ').map(Number);
      if (target === Number.POSITIVE_INFINITY) {
        target = acknowledged.size + 500 + 700 * round;
      }
      acknowledged.set(key, position);
      if (acknowledged.size === target) child.kill('SIGKILL');
    }
    expect(await endOf(child)).toBe('SIGKILL');
    // If a deposit's acknowledgement was lost with the process, its key is not used again: the deposit may be in the
    // log or not.
    nextKey = Math.max(...acknowledged.keys()) + MARGIN;
  }

  const sequencer = await open();
  const units = sequencer.core.balance(alice, 'spot', USDT).availableUnits;
  const found = new Map<number, number>();
  for (let key = 1; key < nextKey; key += 1_000) {
    const keys = Array.from({ length: 1_000 }, (_, index) => key + index);
    const repeats = await submitAll(
      sequencer,
      keys.map((one) => deposit(alice, USDT, 1, one)),
    );
    repeats.forEach(({ repeated }, index) => {
      if (repeated !== undefined) found.set(keys[index] as number, repeated.position);
    });
  }
  for (const [key, position] of acknowledged) expect(found.get(key)).toBe(position);
  expect(new Set(found.values()).size).toBe(found.size);
  expect(units).toBe(found.size);
  expect(sequencer.core.assetSum(USDT)).toBe(0);
  const hash = sequencer.core.stateHash();
  await sequencer.close();
  expect((await open()).core.stateHash()).toBe(hash);
});

/** The signal that ended the process, or its exit code. */
function endOf(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.signalCode ?? child.exitCode);
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
}
