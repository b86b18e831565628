import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { securityChanged } from '../../lib/security.ts';
import { refreshSession } from '../../lib/session.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import styles from './mobile-dialog.module.css';

const sendCode = (mobileNumber: string) =>
  call('POST /api/v3/sendSMSCode', { body: { type: 'REGISTER', mobile_number: mobileNumber } });

/** Two steps: the number, then the code that has come to it. */
export function MobileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const [mobileNumber, setMobileNumber] = useState<string>();
  return (
    <Dialog opened onClose={onClose} title={t(mobileNumber ? 'mobile.codeTitle' : 'mobile.title')} persistent>
      {mobileNumber ? (
        <CodeStep mobileNumber={mobileNumber} onBack={() => setMobileNumber(undefined)} onDone={onClose} />
      ) : (
        <NumberStep onSent={setMobileNumber} />
      )}
    </Dialog>
  );
}

function NumberStep({ onSent }: { readonly onSent: (mobileNumber: string) => void }) {
  const { t } = useTranslation('security');
  const [text, setText] = useState('');
  const [country, setCountry] = useState('US');
  const [error, setError] = useState<string>();

  const send = useMutation({
    mutationFn: sendCode,
    onSuccess: (_, mobileNumber) => onSent(mobileNumber),
    onError: (failure) => setError(errorText(failure)),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { internationalNumber } = await import('../../lib/phone-numbers.ts');
    const mobileNumber = internationalNumber(text, country);
    if (mobileNumber === undefined) return setError(t('mobile.invalid'));
    send.mutate(mobileNumber);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>{t('mobile.text')}</p>
      <PhoneField
        label={t('mobile.name')}
        countryLabel={t('mobile.country')}
        value={text}
        country={country}
        error={error}
        onChange={(next) => {
          setError(undefined);
          setText(next);
        }}
        onCountry={setCountry}
      />
      <Button type="submit" fullWidth disabled={!text.trim()} loading={send.isPending}>
        {t('mobile.send')}
      </Button>
    </form>
  );
}

type CodeStepProps = { readonly mobileNumber: string; readonly onBack: () => void; readonly onDone: () => void };

function CodeStep({ mobileNumber, onBack, onDone }: CodeStepProps) {
  const { t } = useTranslation('security');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  const verify = useMutation({
    mutationFn: () =>
      call('POST /api/v3/verify-mobile', { body: { verification_code: code, mobile_number: mobileNumber } }),
    onSuccess: () => {
      toast.ok(t('mobile.done'));
      void securityChanged();
      void refreshSession();
      onDone();
    },
    onError: (failure) => setError(errorText(failure)),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < 6) return setError(t('passwords.required'));
    verify.mutate();
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <CodeField
        label={t('code.texted')}
        to={mobileNumber}
        send={() => sendCode(mobileNumber)}
        isSent
        code={code}
        error={error}
        onCode={(next) => {
          setError(undefined);
          setCode(next);
        }}
      />
      <Button type="submit" fullWidth loading={verify.isPending}>
        {t('mobile.verify')}
      </Button>
      <button type="button" className="link" onClick={onBack}>
        {t('mobile.other')}
      </button>
    </form>
  );
}
