import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetOutsideAccount, keptOutsideAccount } from '../../../lib/outside-account.ts';
import type { Client } from '../../../lib/session.ts';
import { readSignUpEmail } from '../../../lib/sign-up-email.ts';
import styles from '../../../ui/auth-form.module.css';
import { AccountStep } from './account-step.tsx';
import { CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';
import { OutsideAccountNote } from './outside-account-note.tsx';

const STEPS = ['stepEmail', 'stepCode', 'stepAccount'] as const;

type SignUpFormProps = {
  readonly referral: string | undefined;
  readonly onSignedIn: (client: Client) => void;
};

/**
 * Three steps: email, its code, then phone number and password. If the provider of an external account vouches for the
 * address, there is no code to enter.
 */
export function SignUpForm({ referral, onSignedIn }: SignUpFormProps) {
  const { t } = useTranslation('auth');
  const [outside, setOutside] = useState(keptOutsideAccount);
  const isProved = outside?.isProved === true;
  const [step, setStep] = useState(0);
  const [email, setEmail] = useState(isProved ? outside.label : readSignUpEmail);
  const [code, setCode] = useState('');

  const forget = () => {
    forgetOutsideAccount();
    setOutside(undefined);
    setStep(0);
  };

  return (
    <>
      <h1 className={styles.title}>{t('signUp.title')}</h1>
      <ol className={styles.steps} aria-label={t('signUp.progress')}>
        {STEPS.map((name, index) => (
          <li key={name} data-reached={index <= step || undefined} aria-current={index === step ? 'step' : undefined}>
            {t(`signUp.${name}`)}
          </li>
        ))}
      </ol>
      {outside ? <OutsideAccountNote outside={outside} onForget={forget} /> : null}
      {step === 0 ? (
        <EmailStep email={email} isProved={isProved} onEmail={setEmail} onDone={() => setStep(isProved ? 2 : 1)} />
      ) : null}
      {step === 1 ? (
        <CodeStep email={email} code={code} onCode={setCode} onBack={() => setStep(0)} onConfirmed={() => setStep(2)} />
      ) : null}
      {step === 2 ? (
        <AccountStep
          email={email}
          code={isProved ? undefined : code}
          connect={outside?.provider}
          referral={referral}
          onWrongCode={() => setStep(isProved ? 0 : 1)}
          onOutsideExpired={forget}
          onSignedIn={(client) => {
            forgetOutsideAccount();
            onSignedIn(client);
          }}
        />
      ) : null}
    </>
  );
}
