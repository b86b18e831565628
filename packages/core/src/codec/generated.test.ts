import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateCommands } from '../../generator/generate-commands.ts';
import { generatedSources } from '../../generator/sources.ts';

test.each(Object.entries(generatedSources()))(
  '%s agrees with the layouts; otherwise run `npm run docs`',
  (path, text) => {
    expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')).toBe(text);
  },
);

test('two commands with the same code are refused', () => {
  expect(() => generateCommands({ A: { code: 1, fields: {} }, B: { code: 1, fields: {} } })).toThrow('the same code');
});
