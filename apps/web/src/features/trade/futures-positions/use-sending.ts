import { useState } from 'react';
import { refreshFutures } from '../../../lib/futures.ts';
import { useDesk } from '../shared/desk-context.ts';
import type { ConfirmWords, DeskRequest } from '../shared/order-desk.ts';

/** Sends a dialog's action. Once the action has succeeded, calls `onDone`, which closes the dialog. */
export const useSending = (onDone: () => void) => {
  const desk = useDesk();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const send = async (request: DeskRequest, words: ConfirmWords): Promise<void> => {
    setSending(true);
    setRefusal(undefined);
    const outcome = await desk.send(request, words);
    setSending(false);
    if (outcome.kind === 'refused') setRefusal(outcome.text);
    // The dialog closes before the refetch: while it is open, the button that opened it has no effect.
    if (outcome.kind === 'done') onDone();
    await refreshFutures();
  };
  return { isSending, refusal, send };
};
