import { Button, TextInput } from '@mantine/core';
import { Failure, PasswordField } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Enrolment } from '../../features/sign-in/enrolment.tsx';
import { SecondStep } from '../../features/sign-in/second-step.tsx';
import styles from '../../features/sign-in/sign-in.module.css';
import { SignInFrame } from '../../features/sign-in/sign-in-frame.tsx';
import type { Step } from '../../features/sign-in/steps.ts';
import { call, errorText } from '../../lib/api.ts';
import { enter, useSession } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

/** Asks for the password, then for the second factor, which is enrolled at the first sign-in. */
export function SignInPage() {
  const { t } = useTranslation('access');
  const session = useSession();
  const [step, setStep] = useState<Step>();
  usePageTitle(t('signIn.title'));
  if (step?.next === 'enrol') {
    return (
      <SignInFrame title={t('enrol.title')}>
        <Enrolment step={step} onSignedIn={({ staff }) => enter(staff)} />
      </SignInFrame>
    );
  }
  if (step !== undefined) {
    return (
      <SignInFrame title={t('second.title')}>
        <SecondStep step={step} onSignedIn={({ staff }) => enter(staff)} onAgain={() => setStep(undefined)} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('signIn.title')}>
      {session.status === 'visitor' && session.ended ? <p className={styles.note}>{t('signIn.ended')}</p> : null}
      <PasswordStep onStep={setStep} />
    </SignInFrame>
  );
}

function PasswordStep({ onStep }: { readonly onStep: (step: Step) => void }) {
  const { t } = useTranslation('access');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (email === '' || password === '') return setError(t('signIn.both'));
    setBusy(true);
    setError('');
    try {
      onStep(await call('POST /api/v3/console/login', { body: { email, password } }));
    } catch (thrown) {
      setError(errorText(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('signIn.email')}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Failure boxed>{error}</Failure>
      <Button type="submit" loading={busy}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
