import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_SIGNS, structureFault } from './json-structure.ts';

const faultOf = (text: string, mostSigns = 256) => structureFault(text, mostSigns);

describe('JSON that must not be parsed', () => {
  test.each([
    ['33 nested lists', '['.repeat(33), 'nested_too_deeply'],
    ['33 nested objects', '{"a":'.repeat(33), 'nested_too_deeply'],
    ['eight million lists', '['.repeat(8_000_000), 'nested_too_deeply'],
    ['more fields than the limit', `{${Array.from({ length: 300 }, (_, i) => `"k${i}":0`)}}`, 'too_many_signs'],
    ['more elements than the limit', `[${'0,'.repeat(257)}0]`, 'too_many_signs'],
    ['more empty objects than the limit', `[${'{},'.repeat(200)}{}]`, 'too_many_signs'],
    ['only colons', ':'.repeat(257), 'too_many_signs'],
    ['a repeated field', '{"amount":"1","amount":"900"}', 'field_repeated'],
    ['a field repeated after others', '{"a":{"b":1},"c":[{"a":1}],"a":2}', 'field_repeated'],
    ['a repeated field in an object in a list', '{"rows":[{"a":1},{"b":1,"b":2}]}', 'field_repeated'],
    ['a repeated field, once written with an escape', '{"amount":1,"\\u0061mount":2}', 'name_escaped'],
    ['a repeated name after another with the same hash', '{"Aa":1,"BB":2,"Aa":3}', 'field_repeated'],
  ])('%s', (_, text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  test.each([
    ['an ordinary order', '{"name":"BTCUSDT","delegate_type":"BUY","number_of_order":"0.015"}'],
    ['the same name in different objects', '{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}'],
    ['different names with the same hash', '{"Aa":1,"BB":2}'],
    ['structural characters in a string', `{"text":"${'[{,:'.repeat(300)}"}`],
    ['escaped quotes and backslashes in a string', String.raw`{"a":"\\\"{\\","b":"\"a\":","c":"\\"}`],
    ['32 nested lists', '['.repeat(32) + ']'.repeat(32)],
    ['exactly the limit', `[${'0,'.repeat(255)}0]`],
    ['invalid JSON', '}]}],"a"'],
    ['an empty text', ''],
  ])('%s may be parsed', (_, text) => {
    expect(faultOf(text)).toBeUndefined();
  });

  test('from any accepted text, the parser builds no more than was counted and loses no field', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"b"', '"', '\\', '1', ' ', 'null');
    const texts = fc.oneof(
      fc.json(),
      fc.array(pieces, { maxLength: 60 }).map((found) => found.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        if (faultOf(text, MOST_SIGNS) !== undefined) return;
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          return;
        }
        // Every field has one colon: if the parser had dropped a repeated field, there would be more colons than
        // fields.
        const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
        expect(fieldsOf(parsed)).toBe(colons);
      }),
      { numRuns: 5_000, seed: 1 },
    );
  });

  test('checking a text takes time proportional to its length', () => {
    const textOf = (fields: number) =>
      `{${Array.from({ length: fields }, (_, i) => `"${'k'.repeat(20)}${i}":0`)}}`.padEnd(60 * fields);
    costOf(textOf(1_000));
    expect(costOf(textOf(1_000))).toBeLessThan(20 * costOf(textOf(100)) + 20_000);
  });

  test('field names that collide under a well-known multiplier take no longer to check', () => {
    const bits = (index: number, signs: readonly [string, string]) =>
      Array.from({ length: 11 }, (_, bit) => signs[(index >> bit) & 1]).join('');
    const textOf = (signs: readonly [string, string]) =>
      `{${Array.from({ length: 2_000 }, (_, index) => `"${bits(index, signs)}":0`)}}`;
    const [usual, chosen] = [textOf(['Aa', 'BC']), textOf(['Aa', 'BB'])];
    costOf(usual);
    expect(costOf(chosen)).toBeLessThan(4 * costOf(usual) + 20_000);
  });
});

/** Microseconds of CPU time for checking a text ten times. */
function costOf(text: string): number {
  const before = process.cpuUsage();
  for (let round = 0; round < 10; round += 1) expect(structureFault(text, MOST_SIGNS)).toBeUndefined();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function fieldsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return (Array.isArray(value) ? 0 : inner.length) + inner.reduce<number>((sum, each) => sum + fieldsOf(each), 0);
}
