import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type Handler, Stream, type StreamStatus, type Subscription } from './stream.ts';
import { keyOf } from './stream-numbers.ts';
import { StreamSockets } from './stream-sockets.ts';

const sockets = new StreamSockets(() => new Worker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' }));

/** The page's connection to the exchange. */
export const stream = new Stream(() => sockets.open());

if (typeof window !== 'undefined') window.addEventListener('online', () => stream.reconnect());

export const useStreamStatus = (): StreamStatus => useSyncExternalStore(stream.onStatus, stream.status);

/** Listens to a subscription while the component is on the page; undefined listens to nothing. */
export function useStream(subscription: Subscription | undefined, handler: Handler): void {
  const onMessage = useEffectEvent(handler);
  const key = subscription && keyOf(subscription);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the subscription
  useEffect(() => (subscription ? stream.listen(subscription, (message) => onMessage(message)) : undefined), [key]);
}

/** Interval for polling while the stream is down; false while it is live. */
export function useFallbackInterval(ms: number): number | false {
  const { state } = useStreamStatus();
  return state === 'live' || state === 'idle' ? false : ms;
}
