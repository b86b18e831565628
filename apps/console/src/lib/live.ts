import type { ConsoleStreamMessage } from '@vitrine/contract';
import { useEffect, useEffectEvent } from 'react';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Hears what changes while the component is on the page. `onOpen` is called each time the connection stands: what was told
 * in between is not told again.
 */
export function useLive(onMessage: (message: ConsoleStreamMessage) => void, onOpen: () => void): void {
  const heard = useEffectEvent(onMessage);
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
      socket.addEventListener('message', ({ data }) => heard(JSON.parse(String(data)) as ConsoleStreamMessage));
      socket.addEventListener('close', () => {
        retry = setTimeout(connect, waitMs);
        waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS);
      });
    };
    connect();
    return () => {
      clearTimeout(retry);
      // Not the handler that connects again.
      socket.addEventListener('close', () => clearTimeout(retry));
      socket.close();
    };
  }, []);
}
