import { Button, PinInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import { type FormEvent, useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { useIsSandbox } from '../../../lib/system.ts';
import styles from '../../../ui/auth-form.module.css';
import { OutboxCode } from '../../../ui/outbox-code.tsx';

const DIGITS = 6;
const RESEND_AFTER_S = 30;

type CodeStepProps = {
  readonly email: string;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
  readonly onConfirmed: () => void;
};

export function CodeStep({ email, code, onCode, onBack, onConfirmed }: CodeStepProps) {
  const { t } = useTranslation('auth');
  const isSandbox = useIsSandbox();
  const [error, setError] = useState<string>();

  const verify = useMutation({
    mutationFn: (digits: string) => call('POST /api/v2/verify-code', { body: { email: email.trim(), code: digits } }),
    onSuccess: onConfirmed,
    onError: (failure) =>
      setError(
        failure instanceof ApiError && failure.code === 'code_mismatch' ? t('signUp.wrongCode') : errorText(failure),
      ),
  });

  const fill = (digits: string) => {
    setError(undefined);
    onCode(digits);
    if (digits.length === DIGITS && !verify.isPending) verify.mutate(digits);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < DIGITS) return setError(t('errors.required'));
    verify.mutate(code);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>
        <Trans t={t} i18nKey="signUp.codeLead" values={{ email: email.trim() }}>
          <b />
          <b />
        </Trans>
      </p>
      <fieldset className={styles.group}>
        <legend className={styles.fieldLabel}>{t('signUp.code')}</legend>
        <PinInput
          length={DIGITS}
          type="number"
          size="lg"
          oneTimeCode
          autoFocus
          placeholder=""
          value={code}
          error={Boolean(error)}
          onChange={fill}
          getInputProps={(index) => ({ 'aria-label': t('signUp.codeDigit', { number: index + 1 }) })}
        />
        {error ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : null}
      </fieldset>
      {isSandbox ? <OutboxCode to={email.trim()} onUse={fill} /> : null}
      <Button type="submit" size="lg" fullWidth disabled={code.length < DIGITS} loading={verify.isPending}>
        {t('signUp.confirmCode')}
      </Button>
      <div className={styles.row}>
        <button type="button" className={styles.textButton} onClick={onBack}>
          {t('signUp.changeEmail')}
        </button>
        <ResendButton email={email.trim()} />
      </div>
    </form>
  );
}

function ResendButton({ email }: { readonly email: string }) {
  const { t } = useTranslation('auth');
  const [seconds, setSeconds] = useState(RESEND_AFTER_S);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  const resend = useMutation({
    mutationFn: () => call('POST /api/v2/send-code', { body: { email } }),
    onSuccess: () => toast.ok(t('signUp.resent')),
    onError: (failure) => toast.error(errorText(failure)),
    onSettled: () => setSeconds(RESEND_AFTER_S),
  });

  return (
    <button
      type="button"
      className={`num ${styles.textButton}`}
      disabled={seconds > 0 || resend.isPending}
      onClick={() => resend.mutate()}
    >
      {seconds > 0 ? t('signUp.resendIn', { seconds }) : t('signUp.resend')}
    </button>
  );
}
