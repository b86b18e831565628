import { Button } from '@mantine/core';
import { Failure } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { canUsePasskeys, signInWithPasskey } from '../../lib/passkeys.ts';
import { CodeField } from '../../ui/code-field.tsx';
import styles from './sign-in.module.css';
import type { SignedIn, Step } from './steps.ts';

interface SecondStepProps {
  readonly step: Step;
  readonly onSignedIn: (signedIn: SignedIn) => void;
  readonly onAgain: () => void;
}

/** An authenticator code, a recovery code, or a passkey. */
export function SecondStep({ step, onSignedIn, onAgain }: SecondStepProps) {
  const { t } = useTranslation('access');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const attempt = async (enter: () => Promise<SignedIn>) => {
    setBusy(true);
    setError('');
    try {
      onSignedIn(await enter());
    } catch (thrown) {
      setError(errorText(thrown));
      setCode('');
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < 6) return setError(t('second.short'));
    void attempt(() => call('POST /api/v3/console/second-factor', { body: { ticket: step.ticket, code } }));
  };
  return (
    <>
      {step.passkey && canUsePasskeys() ? (
        <>
          <Button variant="outline" loading={busy} onClick={() => void attempt(() => signInWithPasskey(step.ticket))}>
            {t('passkey.use')}
          </Button>
          <p className={styles.or}>{t('second.or')}</p>
        </>
      ) : null}
      <form className={styles.form} onSubmit={submit} noValidate>
        <CodeField
          key={String(isRecovery)}
          label={t(isRecovery ? 'second.recoveryLabel' : 'second.label')}
          description={t(isRecovery ? 'second.recoveryText' : 'second.text')}
          value={code}
          onChange={setCode}
          className={styles.code}
          withLetters={isRecovery}
          autoFocus
        />
        <Failure boxed>{error}</Failure>
        <Button type="submit" loading={busy}>
          {t('second.submit')}
        </Button>
      </form>
      <div className={styles.row}>
        <button type="button" className="link" onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'second.useCode' : 'second.useRecovery')}
        </button>
        <button type="button" className="link" onClick={onAgain}>
          {t('second.again')}
        </button>
      </div>
    </>
  );
}
