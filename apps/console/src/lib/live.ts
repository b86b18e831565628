import type { ConsoleStreamMessage } from '@vitrine/contract';
import { useEffect, useEffectEvent } from 'react';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Receives changes while the component is mounted. `onOpen` is called each time the connection opens, because messages
 * sent while it was down are lost.
 */
export function useLive(onMessage: (message: ConsoleStreamMessage) => void, onOpen: () => void): void {
  const received = useEffectEvent(onMessage);
  const opened = useEffectEvent(onOpen);
  useEffect(() => {
    let socket: WebSocket;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let waitMs = FIRST_RETRY_MS;
    const connect = () => {
      socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/stream/console`);
      socket.addEventListener('open', () => {
        waitMs = FIRST_RETRY_MS;
        opened();
      });
      socket.addEventListener('message', ({ data }) => received(JSON.parse(String(data)) as ConsoleStreamMessage));
      socket.addEventListener('close', () => {
        retry = setTimeout(connect, waitMs);
        waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS);
      });
    };
    connect();
    return () => {
      clearTimeout(retry);
      // Cancels the retry that the close handler above schedules.
      socket.addEventListener('close', () => clearTimeout(retry));
      socket.close();
    };
  }, []);
}
