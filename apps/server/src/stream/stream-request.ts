import { StreamRequest } from '@vitrine/contract';
import { Ajv } from 'ajv';
import { structureFault } from '../kit/json-structure.ts';

/** A request has four fields at most. */
const MOST_SIGNS = 32;

const isStreamRequest = new Ajv({ allowUnionTypes: true }).compile<StreamRequest>(StreamRequest);

/** What a client's message asks for, or why it cannot be understood. */
export function parseStreamRequest(text: string): StreamRequest | { readonly fault: string } {
  const fault = structureFault(text, MOST_SIGNS);
  if (fault !== undefined) return { fault };
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { fault: 'it is not JSON' };
  }
  return isStreamRequest(message) ? message : { fault: faultOf(message) };
}

const ops = ['subscribe', 'unsubscribe', 'auth', 'ping'];
const channels = ['book', 'trades', 'candles', 'tickers', 'private'];

/** A union's own validation errors name every branch; this names the first thing that is wrong. */
function faultOf(message: unknown): string {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return 'it is not an object';
  const { op, channel } = message as { op?: unknown; channel?: unknown };
  if (!ops.includes(op as string)) return `op must be one of ${ops.join(', ')}`;
  if (op === 'subscribe' || op === 'unsubscribe')
    if (!channels.includes(channel as string)) return `channel must be one of ${channels.join(', ')}`;
  return `the fields of ${op}${channel === undefined ? '' : ` ${channel}`} are not as documented`;
}
