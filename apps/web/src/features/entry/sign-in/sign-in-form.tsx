import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptOutsideAccount, takeChallenge } from '../../../lib/outside-account.ts';
import type { Client } from '../../../lib/session.ts';
import type { FirstFactor } from '../../../lib/sign-in.ts';
import styles from '../../../ui/auth-form.module.css';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { IdentifierStep } from './identifier-step.tsx';
import { OtherWays } from './other-ways.tsx';
import { PasswordStep } from './password-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import type { Identifier } from './types.ts';

const ForgotPassword = lazyPart(() => import('./forgot-password.tsx').then((m) => m.ForgotPassword));

type Step = { readonly name: 'identifier' | 'password' } | { readonly name: 'code'; readonly challenge: string };

type SignInFormProps = {
  readonly onSignedIn: (client: Client) => void;
  /** Called if the external account is not connected to any client: continues with sign-up. */
  readonly onUnknown: () => void;
};

/** Email or phone, then password, then a code if an authenticator is set up; or another sign-in method. */
export function SignInForm({ onSignedIn, onUnknown }: SignInFormProps) {
  const { t } = useTranslation('auth');
  const [connecting] = useState(() => connectingEmail());
  const [identifier, setIdentifier] = useState<Identifier>({ by: 'email', email: connecting ?? '' });
  const [step, setStep] = useState<Step>(() => firstStep(connecting));
  const [isForgotten, setForgotten] = useState(false);

  const proceed = (answer: FirstFactor) => {
    if (answer.kind === 'signedIn') onSignedIn(answer.client);
    else if (answer.kind === 'secondFactor') setStep({ name: 'code', challenge: answer.challenge });
    else onUnknown();
  };
  const back = () => setStep({ name: 'identifier' });

  return (
    <>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      {step.name === 'identifier' ? (
        <>
          <IdentifierStep
            identifier={identifier}
            onIdentifier={setIdentifier}
            onKnown={() => setStep({ name: 'password' })}
          />
          <OtherWays onAnswer={proceed} />
        </>
      ) : null}
      {step.name === 'password' ? (
        <PasswordStep identifier={identifier} onBack={back} onForgotten={() => setForgotten(true)} onAnswer={proceed} />
      ) : null}
      {step.name === 'code' ? (
        <SecondFactorStep challenge={step.challenge} onBack={back} onSignedIn={onSignedIn} />
      ) : null}
      {isForgotten ? (
        <LazyPart>
          <ForgotPassword
            email={identifier.by === 'email' ? identifier.email.trim() : ''}
            onClose={() => setForgotten(false)}
          />
        </LazyPart>
      ) : null}
    </>
  );
}

/** The first step; after a return from Google, the step that the outcome requires. */
function firstStep(connecting: string | undefined): Step {
  const challenge = takeChallenge();
  if (challenge !== undefined) return { name: 'code', challenge };
  return { name: connecting === undefined ? 'identifier' : 'password' };
}

/**
 * The email address of someone who returns from Google and already has an account here: the form asks for the password
 * of that account right away.
 */
function connectingEmail(): string | undefined {
  const outside = keptOutsideAccount();
  return outside?.provider === 'google' && outside.isProved ? outside.label : undefined;
}
