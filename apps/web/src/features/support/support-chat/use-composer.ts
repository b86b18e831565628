import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api.ts';
import {
  type ChosenFile,
  type SupportTopic,
  useChat,
  useSendSupportMessage,
  useSupport,
} from '../../../lib/support.ts';

const DAY_MS = 86_400_000;
/** The maximum size of a file. */
export const MOST_MEGABYTES = 5;

/** The draft of a message, its attachments, and the call that sends it. */
export function useComposer() {
  const { context, forgetContext } = useChat();
  const isNew = useIsNewQuestion();
  const newest = useSupport().data?.pages[0]?.messages[0];
  const send = useSendSupportMessage();
  const [text, setText] = useState('');
  // A retry sends the same reference, so that the server stores the message only once.
  const [reference, setReference] = useState(newReference);
  const [topic, setTopic] = useState<SupportTopic>();
  const [fault, setFault] = useState('');
  const { file, setFile, isReading, attach } = useAttachment(setFault);
  const isReady = !send.isPending && !isReading && (text.trim() !== '' || file !== undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!isReady) return;
    setFault('');
    try {
      await send.mutateAsync({
        text,
        reference,
        after: newest?.id ?? 0,
        ...(file && { file }),
        ...(isNew && topic && { topic }),
        ...(context && { about: context.about }),
      });
      setText('');
      setTopic(undefined);
      forgetContext();
      setFile(undefined);
      setReference(newReference());
    } catch (error) {
      setFault(errorText(error));
    }
    field.current?.focus();
  };
  return {
    isNew,
    topic,
    setTopic,
    context,
    forgetContext,
    file,
    attach,
    detach: () => setFile(undefined),
    isReading,
    text,
    setText,
    field,
    fault,
    submit,
    isReady,
    isSending: send.isPending,
  };
}

function useAttachment(onFault: (text: string) => void) {
  const { t } = useTranslation('support');
  const [file, setFile] = useState<ChosenFile>();
  const [isReading, setIsReading] = useState(false);
  const attach = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > MOST_MEGABYTES * 1024 * 1024) return onFault(t('tooLarge', { megabytes: MOST_MEGABYTES }));
    onFault('');
    // Nothing is sent until the file has been read; otherwise the message would be sent without it.
    setIsReading(true);
    try {
      setFile({ name: chosen.name.slice(-120), bytes: new Uint8Array(await chosen.arrayBuffer()) });
    } catch {
      onFault(t('unreadable'));
    }
    setIsReading(false);
  };
  return { file, setFile, isReading, attach };
}

/** A question is new if nothing was written in the last day, or if the conversation was closed. */
function useIsNewQuestion(): boolean {
  const first = useSupport().data?.pages[0];
  if (first === undefined) return false;
  const lastAtMs = first.messages[0]?.time ?? 0;
  return first.state !== 'open' || lastAtMs < Date.now() - DAY_MS;
}

const newReference = (): string => crypto.randomUUID();
