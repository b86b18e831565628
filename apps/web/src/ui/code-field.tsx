import { PinInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/api.ts';
import { useIsSandbox } from '../lib/system.ts';
import styles from './code-field.module.css';
import { OutboxCode } from './outbox-code.tsx';

export const CODE_DIGITS = 6;
const RESEND_AFTER_S = 30;

type CodeFieldProps = {
  readonly label: string;
  /** The address or number that the code goes to. */
  readonly to: string;
  readonly send: () => Promise<unknown>;
  /** Whether a code has already been sent when the field appears. */
  readonly isSent?: boolean;
  readonly code: string;
  readonly error: string | undefined;
  readonly onCode: (code: string) => void;
};

/** A field for a six-digit code from an email or text message, and the button that requests the code. */
export function CodeField({ label, to, send, isSent = false, code, error, onCode }: CodeFieldProps) {
  const { t } = useTranslation();
  const isSandbox = useIsSandbox();
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const [seconds, setSeconds] = useState(isSent ? RESEND_AFTER_S : 0);
  const [wasSent, setWasSent] = useState(isSent);
  useCountdown(seconds, setSeconds);

  const request = useMutation({
    mutationFn: send,
    onMutate: () => code,
    onSuccess: (_response, _variables, before) => {
      setWasSent(true);
      setSeconds(RESEND_AFTER_S);
      // The email may arrive before the response: a code entered since the request is the new code.
      if (code !== before) return;
      // Clears the code that was typed before, which is no longer valid, and with it the error below the field.
      onCode('');
      group.current?.querySelector('input')?.focus();
    },
  });
  const fault = error ?? (request.error ? errorText(request.error) : undefined);

  return (
    <fieldset ref={group} className={styles.group} aria-describedby={`${id}-about`}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.row}>
        <PinInput
          length={CODE_DIGITS}
          type="number"
          oneTimeCode
          placeholder=""
          value={code}
          error={Boolean(error)}
          onChange={onCode}
          getInputProps={(index) => ({ 'aria-label': t('code.digit', { number: index + 1 }) })}
        />
        <button
          type="button"
          className={`num ${styles.send}`}
          disabled={seconds > 0 || request.isPending || to === ''}
          onClick={() => request.mutate()}
        >
          {seconds > 0 ? t('code.resendIn', { seconds }) : t(wasSent ? 'code.resend' : 'code.send')}
        </button>
      </div>
      <p id={`${id}-about`} className={styles.about} data-error={fault ? true : undefined} role="status">
        {fault ?? (wasSent ? t('code.sentTo', { to }) : to)}
      </p>
      {isSandbox && wasSent ? <OutboxCode to={to} onUse={onCode} /> : null}
    </fieldset>
  );
}

function useCountdown(seconds: number, onSeconds: (seconds: number) => void): void {
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => onSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds, onSeconds]);
}
