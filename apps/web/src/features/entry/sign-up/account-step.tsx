import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PasswordField, toast } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import type { Client } from '../../../lib/session.ts';
import styles from '../../../ui/auth-form.module.css';
import { HiddenUsername } from '../../../ui/hidden-username.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';

const SHORTEST = 9;

type AccountStepProps = {
  readonly email: string;
  /** The emailed code; undefined if a provider vouches for the address. */
  readonly code: string | undefined;
  /** The external account to connect. */
  readonly connect: 'google' | 'wallet' | undefined;
  readonly referral: string | undefined;
  readonly onWrongCode: () => void;
  readonly onOutsideExpired: () => void;
  readonly onSignedIn: (client: Client) => void;
};

const connectionCodes: ReadonlySet<string> = new Set(['outside_account_expired', 'connection_taken']);

/** The server's maximum length of a referral code from a link. */
const LONGEST_REFERRAL = 500;

type FieldErrors = { readonly phone?: string; readonly password?: string };

/** The last step: phone number and password. Registering also signs in. */
export function AccountStep(props: AccountStepProps) {
  const { t } = useTranslation('auth');
  const [phone, setPhone] = useState('');
  const [country, setCountry] = useState('US');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const username = props.email.trim();
  const register = useRegister(props, setErrors);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isShort = password.length < SHORTEST;
    setErrors(isShort ? { password: t('signUp.passwordShort') } : {});
    if (!isShort) register.mutate({ phone, country, password });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>
        <Trans t={t} i18nKey="signUp.accountLead" values={{ email: username }}>
          <b />
          <b />
        </Trans>
      </p>
      <PhoneField
        label={t('signUp.phone')}
        countryLabel={t('signUp.country')}
        value={phone}
        country={country}
        error={errors.phone}
        onChange={(next) => {
          setErrors((before) => ({ ...before, phone: '' }));
          setPhone(next);
        }}
        onCountry={setCountry}
      />
      <HiddenUsername value={username} />
      <PasswordField
        size="lg"
        name="password"
        label={t('signUp.password')}
        description={t('signUp.passwordRule')}
        autoComplete="new-password"
        value={password}
        error={errors.password || undefined}
        onChange={(next) => {
          setErrors((before) => ({ ...before, password: '' }));
          setPassword(next);
        }}
      />
      <Button type="submit" size="lg" fullWidth disabled={!phone.trim() || !password} loading={register.isPending}>
        {t('signUp.register')}
      </Button>
    </form>
  );
}

function useRegister(props: AccountStepProps, onErrors: (errors: FieldErrors) => void) {
  const { t } = useTranslation('auth');
  const { onWrongCode, onOutsideExpired, onSignedIn } = props;
  return useMutation({
    mutationFn: (typed: Typed) => register(props, typed),
    onSuccess: (outcome) => {
      if (outcome === 'NO_NUMBER') return onErrors({ phone: t('signUp.phoneInvalid') });
      if (outcome === 'CODE_DOES_NOT_MATCH') {
        toast.error(t('signUp.wrongCode'));
        return onWrongCode();
      }
      if (outcome === 'USER_ALREADY_EXIST') return toast.error(t('signUp.exists'));
      if ('client' in outcome) onSignedIn(outcome.client);
    },
    onError: (failure) => {
      const field = fieldOf(failure);
      if (field) return onErrors({ [field]: errorText(failure) });
      if (failure instanceof ApiError && connectionCodes.has(failure.code)) {
        toast.error(errorText(failure));
        return onOutsideExpired();
      }
      toast.error(t('signUp.failed'));
    },
  });
}

type Typed = { readonly phone: string; readonly country: string; readonly password: string };

/** Registers and signs in. Returns the session, or why there is none. */
async function register({ email, code, connect, referral }: AccountStepProps, { phone, country, password }: Typed) {
  const username = email.trim();
  const { internationalNumber } = await import('../../../lib/phone-numbers.ts');
  const mobileNumber = internationalNumber(phone, country);
  if (mobileNumber === undefined) return 'NO_NUMBER';
  const { message } = await call('POST /api/v2/register', {
    body: {
      username,
      ...(code === undefined ? {} : { code }),
      ...(connect === undefined ? {} : { connect }),
      mobile_number: mobileNumber,
      ...(referral ? { referral: referral.slice(0, LONGEST_REFERRAL) } : {}),
      password,
      password_confirmation: password,
    },
  });
  if (message !== 'SUCCESS') return message;
  return call('POST /api/v3/login', { body: { username, password } });
}

/** The field that a refusal concerns; undefined if the refusal concerns the whole form. */
function fieldOf(failure: unknown): keyof FieldErrors | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  if (failure.code === 'phone_invalid') return 'phone';
  return failure.code.startsWith('password_') ? 'password' : undefined;
}
