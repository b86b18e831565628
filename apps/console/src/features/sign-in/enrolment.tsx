import { Button } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import styles from './sign-in.module.css';
import type { SignedIn, Step } from './steps.ts';

interface EnrolmentProps {
  readonly step: Step;
  readonly onSignedIn: (signedIn: SignedIn) => void;
}

/** Required at the first sign-in: an authenticator, and recovery codes in case it is lost. */
export function Enrolment({ step, onSignedIn }: EnrolmentProps) {
  const { t } = useTranslation('access');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [done, setDone] = useState<SignedIn & { readonly recovery_codes: readonly string[] }>();
  if (done !== undefined) {
    return (
      <>
        <p className={styles.lead}>{t('recovery.text')}</p>
        <RecoveryCodes codes={done.recovery_codes} />
        <Button onClick={() => onSignedIn(done)}>{t('recovery.kept')}</Button>
      </>
    );
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.length !== 6) return setError(t('second.short'));
    setBusy(true);
    setError('');
    try {
      setDone(await call('POST /api/v3/console/enrol', { body: { ticket: step.ticket, code } }));
    } catch (thrown) {
      setError(errorText(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={styles.lead}>{t('enrol.text')}</p>
      <div className={styles.enrol}>
        <div className={styles.qr}>
          <QRCodeSVG value={step.otpauth ?? ''} size={132} title={t('enrol.qr')} />
        </div>
        <div>
          <p className={styles.lead}>{t('enrol.byHand')}</p>
          <p className={styles.key}>{(step.key ?? '').match(/.{1,4}/g)?.join(' ')}</p>
        </div>
      </div>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <CodeField
          label={t('enrol.label')}
          value={code}
          onChange={setCode}
          error={error || undefined}
          className={styles.code}
        />
        <Button type="submit" loading={busy}>
          {t('enrol.submit')}
        </Button>
      </form>
    </>
  );
}
