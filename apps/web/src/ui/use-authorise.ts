import { toast } from '@vitrine/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Authorisation, type SendResult, unlockedUntil } from '../lib/authorised.ts';
import { useClient } from '../lib/session.ts';

/** The call to authorize, the conditions for sending it, and the handlers of its outcome. */
export type Authorised<Result> = {
  /** Whether nothing can be sent yet, for example while a quote is loading. */
  readonly isWaiting?: boolean;
  /** Asks for the password even if the session seems to need none. */
  readonly asksAlways?: boolean;
  /** Sends immediately, without confirmation, if the session is unlocked and `isWaiting` is false. */
  readonly sendsAtOnce?: boolean;
  readonly send: (authorisation: Authorisation) => Promise<SendResult<Result>>;
  readonly onDone: (answer: Result) => void;
  /** The caller shows the refusal next to the field that it concerns. */
  readonly onRefused: (refusal: { readonly text: string; readonly code: string }) => void;
  readonly onNeedsNewPassword: () => void;
};

export type AuthoriseForm = ReturnType<typeof useAuthorise>;

/**
 * The state of a form that sends an authorized call: the transaction password, if the session is not unlocked, and
 * `submit`.
 */
export function useAuthorise<Result>(props: Authorised<Result>) {
  const { isWaiting = false, asksAlways = false, sendsAtOnce = false } = props;
  const { t } = useTranslation();
  const client = useClient();
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [asks, setAsks] = useState(asksAlways);
  const [sending, setSending] = useState(false);
  const [passwordError, setPasswordError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const until = asks || client === undefined ? undefined : unlockedUntil(client);

  // The dialog is shown only when there is something to ask or report.
  const [isQuiet, setIsQuiet] = useState(sendsAtOnce && until !== undefined && !isWaiting);

  const take = (result: SendResult<Result>) => {
    switch (result.kind) {
      case 'done':
        return props.onDone(result.answer);
      case 'needs_new_password':
        return props.onNeedsNewPassword();
      case 'needs_password':
        setAsks(true);
        return setPasswordError(t('authorise.required'));
      case 'wrong_password':
        toast.error(t('authorise.wrong'));
        return setPasswordError(t('authorise.wrong'));
      case 'try_again':
        return setFailure(result.text);
      case 'refused':
        return props.onRefused(result);
    }
  };

  const submit = async () => {
    if (sending || isWaiting) return;
    if (until === undefined && password === '') return setPasswordError(t('authorise.required'));
    setSending(true);
    setFailure(undefined);
    const result = await props.send(until === undefined ? { transaction_password: password, remember } : {});
    setSending(false);
    if (result.kind !== 'done') setIsQuiet(false);
    take(result);
  };
  const sentAtOnce = useRef(false);
  useEffect(() => {
    if (!isQuiet || sentAtOnce.current) return;
    sentAtOnce.current = true;
    void submit();
  });

  return {
    password,
    passwordError,
    setPassword: (next: string) => {
      setPassword(next);
      setPasswordError(undefined);
    },
    remember,
    setRemember,
    /** When the session locks again; undefined if the client is asked for the password. */
    until,
    isQuiet,
    sending,
    failure,
    submit,
  };
}
