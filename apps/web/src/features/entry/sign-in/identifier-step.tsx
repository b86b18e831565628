import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import styles from '../../../ui/auth-form.module.css';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { emailProblem } from '../shared/email.ts';
import { EmailField } from '../shared/email-field.tsx';
import tabs from './identifier-step.module.css';
import type { Identifier } from './types.ts';

type IdentifierStepProps = {
  readonly identifier: Identifier;
  readonly onIdentifier: (identifier: Identifier) => void;
  readonly onKnown: () => void;
};

const TABS = ['email', 'phone'] as const;

/**
 * Whether the account exists; 'noNumber' if the phone number is not valid. The code that parses phone numbers is loaded
 * when the first number is checked.
 */
async function accountOf(identifier: Identifier): Promise<'exist' | 'none' | 'noNumber'> {
  if (identifier.by === 'email') {
    const { message } = await call('GET /api/v2/username-check', { query: { username: identifier.email.trim() } });
    return message === 'exist' ? message : 'none';
  }
  const { internationalNumber } = await import('../../../lib/phone-numbers.ts');
  const username = internationalNumber(identifier.phone, identifier.country);
  if (username === undefined) return 'noNumber';
  const { message } = await call('GET /api/v2/mobile-check', { query: { username } });
  return message === 'exist' ? message : 'none';
}

/** Asks who is signing in; continues only if the account exists. */
export function IdentifierStep({ identifier, onIdentifier, onKnown }: IdentifierStepProps) {
  const { t } = useTranslation('auth');
  const [error, setError] = useState<string>();

  const check = useMutation({
    mutationFn: accountOf,
    onSuccess: (found, asked) => {
      if (found === 'exist') {
        // Restores the identifier that was checked, in case the input has changed meanwhile.
        onIdentifier(asked);
        onKnown();
      } else setError(t(found === 'noNumber' ? 'errors.phoneInvalid' : 'signIn.notFound'));
    },
    onError: (failure) => setError(errorText(failure)),
  });

  const type = (next: Identifier) => {
    setError(undefined);
    onIdentifier(next);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = identifier.by === 'email' ? emailProblem(identifier.email) : undefined;
    if (problem) setError(t(`errors.${problem}`));
    else check.mutate(identifier);
  };

  const isEmpty = !(identifier.by === 'email' ? identifier.email : identifier.phone).trim();
  return (
    <form onSubmit={submit} noValidate>
      <IdentifierTabs
        by={identifier.by}
        onBy={(by) => type(by === 'email' ? { by, email: '' } : { by, phone: '', country: 'US' })}
      />
      <div id="sign-in-identifier" className={styles.form} role="tabpanel" aria-labelledby={`sign-in-${identifier.by}`}>
        {identifier.by === 'email' ? (
          <EmailField
            label={t('signIn.email')}
            email={identifier.email}
            error={error}
            onEmail={(email) => type({ by: 'email', email })}
          />
        ) : (
          <PhoneField
            label={t('signIn.phone')}
            countryLabel={t('signIn.country')}
            value={identifier.phone}
            country={identifier.country}
            error={error}
            onChange={(phone) => type({ ...identifier, phone })}
            onCountry={(country) => type({ ...identifier, country })}
          />
        )}
        <Button type="submit" size="lg" fullWidth disabled={isEmpty} loading={check.isPending}>
          {t('signIn.next')}
        </Button>
      </div>
    </form>
  );
}

type IdentifierTabsProps = {
  readonly by: Identifier['by'];
  readonly onBy: (by: Identifier['by']) => void;
};

function IdentifierTabs({ by, onBy }: IdentifierTabsProps) {
  const { t } = useTranslation('auth');
  return (
    <div className={tabs.tabs} role="tablist" aria-label={t('signIn.by')}>
      {TABS.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`sign-in-${each}`}
          aria-selected={each === by}
          aria-controls="sign-in-identifier"
          onClick={() => onBy(each)}
        >
          {t(`signIn.tabs.${each}`)}
        </button>
      ))}
    </div>
  );
}
