import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import type { Client } from '../../../lib/session.ts';
import { showsFrozen } from '../../../lib/sign-in.ts';
import styles from '../../../ui/auth-form.module.css';

const DIGITS = 6;

type SecondFactorStepProps = {
  readonly challenge: string;
  readonly onBack: () => void;
  readonly onSignedIn: (client: Client) => void;
};

/** Asks for an authenticator code or a recovery code. */
export function SecondFactorStep({ challenge, onBack, onSignedIn }: SecondFactorStepProps) {
  const { t } = useTranslation('auth');
  const [byRecovery, setByRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  const finish = useMutation({
    mutationFn: (typed: string) => call('POST /api/v3/login/second-factor', { body: { challenge, code: typed } }),
    onSuccess: ({ client }) => onSignedIn(client),
    onError: (failure) => {
      if (showsFrozen(failure)) return;
      setError(errorText(failure));
      setCode('');
      if (failure instanceof ApiError && failure.code === 'sign_in_expired') onBack();
    },
  });

  const type = (next: string) => {
    setError(undefined);
    const typed = byRecovery ? next : next.replace(/\D/g, '').slice(0, DIGITS);
    setCode(typed);
    if (!byRecovery && typed.length === DIGITS && !finish.isPending) finish.mutate(typed);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim().length < DIGITS) return setError(t('errors.required'));
    finish.mutate(code.trim());
  };

  const mode = byRecovery ? 'recovery' : 'authenticator';
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>{t(`secondFactor.${mode}.lead`)}</p>
      <TextInput
        key={mode}
        size="lg"
        name="code"
        className="num"
        label={t(`secondFactor.${mode}.label`)}
        autoComplete="one-time-code"
        inputMode={byRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={16}
        autoFocus
        value={code}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" fullWidth disabled={!code.trim()} loading={finish.isPending}>
        {t('signIn.submit')}
      </Button>
      <Foot
        other={t(`secondFactor.${mode}.other`)}
        onBack={onBack}
        onOther={() => {
          setCode('');
          setError(undefined);
          setByRecovery(!byRecovery);
        }}
      />
    </form>
  );
}

type FootProps = {
  /** The label of the switch to the other kind of code. */
  readonly other: string;
  readonly onBack: () => void;
  readonly onOther: () => void;
};

function Foot({ other, onBack, onOther }: FootProps) {
  const { t } = useTranslation('auth');
  return (
    <div className={styles.row}>
      <button type="button" className={styles.textButton} onClick={onBack}>
        {t('secondFactor.back')}
      </button>
      <button type="button" className={styles.textButton} onClick={onOther}>
        {other}
      </button>
    </div>
  );
}
