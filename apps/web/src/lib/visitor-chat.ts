import { useCallback, useEffect, useState } from 'react';
import { type CallResponse, call } from './api.ts';

type Chat = CallResponse<'GET /api/v3/support/visitor-chat'>;
export type VisitorMessage = Chat['messages'][number];

/** How often an open chat asks for answers; visitors have no private stream. */
const ASK_EVERY_MS = 4_000;

/** This browser's conversation, asked for while the page is visible; undefined until loaded. */
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

/** Makes the conversation unreadable in this browser, such as on a shared computer. */
export const endVisitorChat = () => call('POST /api/v3/support/visitor-chat/end', { body: {} });
