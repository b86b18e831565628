import { type ErrorParameters, StreamRequest } from '@vitrine/contract';
import { Ajv } from 'ajv';
import type { Session } from '../http/session.ts';
import { type Instruments, isDelisted, nameIn } from '../kit/instruments.ts';
import { structureFault } from '../kit/json-structure.ts';
import type { Topic } from './hub/topic-message.ts';

/** Maximum number of the characters `{ [ , :` in a request. No request needs this many: it has at most four fields. */
const MOST_SIGNS = 32;

const isStreamRequest = new Ajv({ allowUnionTypes: true, validateSchema: false }).compile<StreamRequest>(StreamRequest);

type Fault = ErrorParameters<'bad_stream_message'>;

/** A client's parsed message, or why it is invalid. */
export function parseStreamRequest(text: string): StreamRequest | { readonly fault: Fault } {
  const fault = structureFault(text, MOST_SIGNS);
  if (fault !== undefined) return { fault: { reason: fault } };
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { fault: { reason: 'not_json' } };
  }
  return isStreamRequest(message) ? message : { fault: faultOf(message) };
}

const ops = ['subscribe', 'unsubscribe', 'auth', 'ping'];
const channels = ['book', 'trades', 'candles', 'tickers', 'futures', 'log', 'private'];

/**
 * The first fault of an invalid message. The validator's own errors are not used: for a union, they list every branch.
 */
function faultOf(message: unknown): Fault {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return { reason: 'not_an_object' };
  const { op, channel } = message as { op?: unknown; channel?: unknown };
  if (!ops.includes(op as string)) return { reason: 'not_a_choice', field: 'op', allowed: ops.join(', ') };
  if (op === 'subscribe' || op === 'unsubscribe')
    if (!channels.includes(channel as string))
      return { reason: 'not_a_choice', field: 'channel', allowed: channels.join(', ') };
  return { reason: 'fields_unknown', request: `${op}${channel === undefined ? '' : ` ${channel}`}` };
}

export type Subscription = Extract<StreamRequest, { op: 'subscribe' | 'unsubscribe' }>;

/** The topic that a request names; undefined for an unknown market, or for the private topic without a session. */
export function topicOf(
  request: Subscription,
  instruments: Instruments,
  session: Session | undefined,
): Topic | undefined {
  if (request.channel === 'private') {
    return session && { channel: 'private', owner: session.owner };
  }
  if (!('name' in request)) return { channel: request.channel };
  const instrument = instruments.byName('web', request.name);
  if (instrument === undefined || isDelisted(instrument)) return undefined;
  if (request.channel === 'candles') return { channel: 'candles', instrument, interval: request.interval };
  return { channel: request.channel, instrument };
}

/** A unique key for each topic, in the web dialect; errors use it to name topics. */
export function topicKey(topic: Topic): string {
  if (!('instrument' in topic)) return topic.channel;
  const interval = topic.channel === 'candles' ? `/${topic.interval}` : '';
  return `${topic.channel}/${nameIn.web(topic.instrument)}${interval}`;
}
