import type { StreamMessage, StreamRequest } from '@vitrine/contract';

type OfChannel<R> = R extends { readonly channel: string } ? Omit<R, 'op'> : never;
/** A subscription: a channel, and its pair and interval if it has them. */
export type Subscription = OfChannel<StreamRequest>;

/** The key of a subscription, the same for its requests and its messages. */
export function keyOf(subscription: Subscription): string {
  if (subscription.channel === 'candles') return `candles:${subscription.name}:${subscription.interval}`;
  if ('name' in subscription) return `${subscription.channel}:${subscription.name}`;
  return subscription.channel;
}

/** The subscription that a message belongs to; undefined for messages about the connection itself. */
export function keyOfMessage(message: StreamMessage): string | undefined {
  switch (message.type) {
    case 'book':
    case 'book_snapshot':
      return `book:${message.name}`;
    case 'trades':
    case 'trades_snapshot':
      return `trades:${message.name}`;
    case 'candle':
      return `candles:${message.name}:${message.interval}`;
    case 'tickers':
    case 'tickers_snapshot':
      return 'tickers';
    case 'futures':
    case 'futures_snapshot':
      return 'futures';
    case 'log':
    case 'log_snapshot':
      return 'log';
    case 'private':
    case 'private_snapshot':
    case 'notice':
    case 'notification':
    case 'money':
    case 'support_message':
    case 'support_thread':
      return 'private';
    default:
      return undefined;
  }
}

export type Verdict = 'deliver' | 'drop' | 'gap';

/**
 * Checks the sequence numbers of one subscription. A snapshot sets the current number, and each update must continue
 * from it. Updates that the snapshot already contains are dropped. If an update is missing, that is a gap: all updates
 * are dropped until the next snapshot.
 */
export class NumberCheck {
  #number: number | undefined;

  /** From now on, numbered updates are dropped until the next snapshot. */
  forget(): void {
    this.#number = undefined;
  }

  judge(message: StreamMessage): Verdict {
    if (message.type === 'book_snapshot' || message.type === 'trades_snapshot') {
      this.#number = message.number;
      return 'deliver';
    }
    if (message.type !== 'book' && message.type !== 'trades') return 'deliver';
    if (this.#number === undefined || message.to <= this.#number) return 'drop';
    if (message.from > this.#number + 1) {
      this.#number = undefined;
      return 'gap';
    }
    this.#number = message.to;
    return 'deliver';
  }
}
