import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type GoldenBytes, goldenBytes } from '../../test/golden-bytes.ts';
import { commandKinds } from '../commands/all.ts';
import { eventLayouts } from './event-layouts.ts';

/** One line per command of the log, then one line for the state. */
const lines = readFileSync(join(import.meta.dirname, '../../test/golden/bytes.jsonl'), 'utf8')
  .trimEnd()
  .split('\n');
const parsed = lines.map((line) => JSON.parse(line));
const recorded: GoldenBytes = { entries: parsed.slice(0, -1), state: parsed[parsed.length - 1] };

describe('a log written by earlier releases', () => {
  const now = goldenBytes(recorded.entries.map(({ command }) => command));

  test.each(recorded.entries.map((entry, i) => [`${i} ${entry.command.kind}`, entry, now.entries[i]] as const))(
    '[C2] command %s is written, read and applied as before',
    (_name, before, after) => {
      expect(after).toEqual(before);
    },
  );

  test('[D3] gives the same state and the same snapshot', () => {
    expect(now.state).toEqual(recorded.state);
  });

  test('contains every kind of command and event', () => {
    const commands = new Set(recorded.entries.map(({ command }) => command.kind));
    const events = new Set(recorded.entries.flatMap((entry) => entry.events.map(({ kind }) => kind)));
    expect([...commands].sort()).toEqual(Object.keys(commandKinds).sort());
    expect([...events].sort()).toEqual(Object.keys(eventLayouts).sort());
  });
});
