import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PasswordField, toast } from '@vitrine/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { forgetOutsideAccount, keptOutsideAccount } from '../../../lib/outside-account.ts';
import { type FirstFactor, readFirstFactor, showsFrozen } from '../../../lib/sign-in.ts';
import styles from '../../../ui/auth-form.module.css';
import { HiddenUsername } from '../../../ui/hidden-username.tsx';
import type { Identifier } from './types.ts';

const SHORTEST = 6;

type PasswordStepProps = {
  readonly identifier: Identifier;
  readonly onBack: () => void;
  readonly onForgotten: () => void;
  readonly onAnswer: (answer: FirstFactor) => void;
};

export function PasswordStep({ identifier, onBack, onForgotten, onAnswer }: PasswordStepProps) {
  const { t } = useTranslation('auth');
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { outside, forget, error, setError, signIn } = usePasswordSignIn(identifier, onAnswer, () =>
    field.current?.select(),
  );

  const sendCode = useMutation({
    mutationFn: (email: string) => call('POST /api/v3/forgot-password/send-code', { body: { email } }),
    onSuccess: onForgotten,
    onError: (failure) => toast.error(errorText(failure)),
  });
  // When signing in by phone, the email address for the code is unknown, so the dialog asks for it.
  const forgot = () => (identifier.by === 'email' ? sendCode.mutate(identifier.email.trim()) : onForgotten());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.length < SHORTEST) return setError(t('errors.passwordShort'));
    signIn.mutate(password);
  };

  const shown = shownAs(identifier);
  return (
    <form onSubmit={submit} noValidate>
      <Who
        shown={shown}
        onChange={() => {
          forget();
          onBack();
        }}
      />
      {outside ? (
        <p className={`${styles.lead} ${styles.note}`}>{t(`signIn.connects.${outside.provider}`, outside)}</p>
      ) : null}
      <HiddenUsername value={shown} />
      <div className={styles.form}>
        <PasswordField
          ref={field}
          size="lg"
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(next) => {
            setError(undefined);
            setPassword(next);
          }}
        />
        <Button type="submit" size="lg" fullWidth disabled={!password} loading={signIn.isPending}>
          {t('signIn.submit')}
        </Button>
        <button
          type="button"
          className={`${styles.textButton} ${styles.alone}`}
          disabled={sendCode.isPending}
          onClick={forgot}
        >
          {t('signIn.forgotten')}
        </button>
      </div>
    </form>
  );
}

type WhoProps = { readonly shown: string; readonly onChange: () => void };

function Who({ shown, onChange }: WhoProps) {
  const { t } = useTranslation('auth');
  return (
    <div className={styles.who}>
      <b>{shown}</b>
      <button type="button" className={styles.textButton} onClick={onChange}>
        {t('signIn.change')}
      </button>
    </div>
  );
}

/** Signs in, and connects the external account used in this attempt, if any. */
function usePasswordSignIn(identifier: Identifier, onAnswer: (answer: FirstFactor) => void, onFailed: () => void) {
  const { t } = useTranslation('auth');
  const [error, setError] = useState<string>();
  const [outside, setOutside] = useState(keptOutsideAccount);

  const forget = () => {
    forgetOutsideAccount();
    setOutside(undefined);
  };

  const signIn = useMutation({
    mutationFn: (password: string) => signInWith(identifier, password, outside?.provider),
    onSuccess: (answer) => {
      forgetOutsideAccount();
      onAnswer(readFirstFactor(answer));
    },
    onError: (failure) => {
      if (showsFrozen(failure)) return;
      if (failure instanceof ApiError && failure.code === 'outside_account_expired') forget();
      toast.error(t('signIn.failed'));
      setError(errorText(failure));
      onFailed();
    },
  });

  return { outside, forget, error, setError, signIn };
}

async function signInWith(identifier: Identifier, password: string, connect: 'google' | 'wallet' | undefined) {
  if (identifier.by === 'email') {
    const body = { username: identifier.email.trim(), password, ...(connect ? { connect } : {}) };
    return call('POST /api/v3/login', { body });
  }
  const { internationalNumber } = await import('../../../lib/phone-numbers.ts');
  const mobile = internationalNumber(identifier.phone, identifier.country) ?? identifier.phone;
  return call('POST /api/v3/mobile-login', { body: { username: mobile, mobile, password } });
}

const shownAs = (identifier: Identifier): string =>
  identifier.by === 'email' ? identifier.email.trim() : `${identifier.country} ${identifier.phone.trim()}`;
