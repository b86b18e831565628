import { alarmDetails } from '@vitrine/contract';
import { expect, test } from 'vitest';
import treasury from '../../locales/en/treasury.json' with { type: 'json' };

test('an alarm has the same text in the console as in the log', () => {
  const asTemplates = Object.entries(alarmDetails).map(([code, text]) => [
    code,
    text.replaceAll(/\{(\w+)\}/g, '{{$1}}'),
  ]);
  expect(treasury.alarms.details).toEqual(Object.fromEntries(asTemplates));
});
