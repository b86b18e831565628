import { useCallback, useEffect, useState } from 'react';
import { type CallResponse, call } from './api.ts';

type Chat = CallResponse<'GET /api/v3/support/visitor-chat'>;
export type VisitorMessage = Chat['messages'][number];

/** The polling interval of an open chat; visitors have no private stream. */
const ASK_EVERY_MS = 4_000;

/** This browser's conversation, polled while the page is visible; undefined until loaded. */
export function useVisitorChat() {
  const [chat, setChat] = useState<Chat>();
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(async () => {
    try {
      setChat(await call('GET /api/v3/support/visitor-chat', { background: true }));
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  }, []);
  useEffect(() => {
    void load();
    const timer = setInterval(() => {
      if (!document.hidden) void load();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [load]);
  return { chat, hasFailed, load };
}

export const sendVisitorMessage = (text: string, reference: string) =>
  call('POST /api/v3/support/visitor-chat', { body: { text, reference } });

/** Removes this browser's access to the conversation, for example on a shared computer. */
export const endVisitorChat = () => call('POST /api/v3/support/visitor-chat/end', { body: {} });
