import { hash } from 'node:crypto';
import type { Reference } from '@vitrine/core';

/**
 * The reference of a simulated external fact. A command with this reference takes effect only once, even if it is
 * submitted repeatedly.
 */
export function sandboxReference(fact: string): Reference {
  const digest = hash('sha256', `outside sandbox\n${fact}`, 'buffer');
  const word = (i: number) => digest.readUInt32LE(4 * i);
  return { source: 'outside', words: [word(0), word(1), word(2), word(3)] };
}
