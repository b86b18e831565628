import { expect, test } from 'vitest';
import { type Draft, notBack, type SupportMessage } from './support.ts';

const draft = (text: string): Draft => ({ text, reference: 'one', after: 7 });
const message = (id: number, text: string, from: SupportMessage['from'] = 'client'): SupportMessage => ({
  id,
  text,
  from,
  name: '',
  time: 0,
});

test('a support message that the stream delivers before the response is shown once', () => {
  expect(notBack([draft('Hello ')], [message(8, 'Hello')])).toEqual([]);
});

test('the same text sent earlier, or by an operator, counts as another message', () => {
  const waiting = [draft('Hello')];
  expect(notBack(waiting, [message(7, 'Hello')])).toEqual(waiting);
  expect(notBack(waiting, [message(8, 'Hello', 'support')])).toEqual(waiting);
  expect(notBack(waiting, [message(8, 'Hello again')])).toEqual(waiting);
});
