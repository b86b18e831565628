import { useState } from 'react';
import { refreshFutures } from '../../../lib/futures.ts';
import { useDesk } from '../shared/desk-context.ts';
import type { ConfirmWords, DeskRequest } from '../shared/order-desk.ts';

/** Sends a dialog's action; the dialog closes when the action has succeeded. */
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
    // Called before the refetch; otherwise the button could not open the dialog again until the refetch completes.
    if (outcome.kind === 'done') onDone();
    await refreshFutures();
  };
  return { isSending, refusal, send };
};
