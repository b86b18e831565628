import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PasswordField } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, call, errorText } from '../../lib/api.ts';
import styles from './authenticator.module.css';

type OfferStepProps = { readonly onOffer: (offer: Answer<'POST /api/v3/totp/offer'>) => void };

export function OfferStep({ onOffer }: OfferStepProps) {
  const { t } = useTranslation('security', { keyPrefix: 'authenticator' });
  const [password, setPassword] = useState('');
  const offer = useMutation({
    mutationFn: () => call('POST /api/v3/totp/offer', { body: { password } }),
    onSuccess: onOffer,
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        offer.mutate();
      }}
    >
      <p>{t('needs')}</p>
      <PasswordField
        autoFocus
        label={t('password')}
        autoComplete="current-password"
        value={password}
        error={offer.error ? errorText(offer.error) : undefined}
        onChange={(next) => {
          offer.reset();
          setPassword(next);
        }}
      />
      <Button type="submit" fullWidth disabled={!password} loading={offer.isPending}>
        {t('continue')}
      </Button>
    </form>
  );
}
