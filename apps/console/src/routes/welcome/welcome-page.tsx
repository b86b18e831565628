import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Failure, PasswordField } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Enrolment } from '../../features/sign-in/enrolment.tsx';
import styles from '../../features/sign-in/sign-in.module.css';
import { SignInFrame } from '../../features/sign-in/sign-in-frame.tsx';
import type { SignedIn, Step } from '../../features/sign-in/steps.ts';
import { call, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { enter } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

/** Target of an invitation link: the token is in the fragment, which never reaches a server log. */
export function WelcomePage() {
  const { t } = useTranslation('access');
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const [step, setStep] = useState<Step>();
  usePageTitle(t('welcome.title'));
  const signedIn = ({ staff }: SignedIn) => {
    enter(staff);
    void navigate({ to: paths.start, replace: true });
  };
  return (
    <SignInFrame title={t(step === undefined ? 'welcome.title' : 'enrol.title')}>
      {step === undefined ? (
        <ChoosePassword token={token} onStep={setStep} />
      ) : (
        <Enrolment step={step} onSignedIn={signedIn} />
      )}
    </SignInFrame>
  );
}

function ChoosePassword({ token, onStep }: { readonly token: string; readonly onStep: (step: Step) => void }) {
  const { t } = useTranslation('access');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const isLink = /^[\w-]{43}$/.test(token);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError('');
    try {
      onStep(await call('POST /api/v3/console/welcome', { body: { token, password, password_confirmation: again } }));
    } catch (thrown) {
      setError(errorText(thrown));
    } finally {
      setBusy(false);
    }
  };
  if (!isLink) return <p className={styles.error}>{t('welcome.noLink')}</p>;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.lead}>{t('welcome.text')}</p>
      <PasswordField
        autoComplete="new-password"
        label={t('password.new')}
        value={password}
        onChange={setPassword}
        name="new-password"
      />
      <PasswordField
        autoComplete="new-password"
        label={t('password.again')}
        value={again}
        onChange={setAgain}
        name="new-password-again"
      />
      <Failure boxed>{error}</Failure>
      <Button type="submit" loading={busy} disabled={password === '' || again === ''}>
        {t('welcome.submit')}
      </Button>
    </form>
  );
}
