import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { securityChanged } from '../../lib/security.ts';
import { refreshSession } from '../../lib/session.ts';
import { CodeForm } from '../../ui/code-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';

const sendCode = (mobileNumber: string) =>
  call('POST /api/v3/sendSMSCode', { body: { type: 'REGISTER', mobile_number: mobileNumber } });

/** Two steps: the number, then the code that has come to it. */
export function MobileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const [mobileNumber, setMobileNumber] = useState<string>();

  const verify = async (number: string, code: string) => {
    await call('POST /api/v3/verify-mobile', { body: { verification_code: code, mobile_number: number } });
    toast.ok(t('mobile.done'));
    void securityChanged();
    void refreshSession();
    onClose();
  };

  return (
    <Dialog opened onClose={onClose} title={t(mobileNumber ? 'mobile.codeTitle' : 'mobile.title')} persistent>
      {mobileNumber ? (
        <CodeForm
          label={t('code.texted')}
          to={mobileNumber}
          send={() => sendCode(mobileNumber)}
          onCode={(code) => verify(mobileNumber, code)}
          submit={t('mobile.verify')}
          other={t('mobile.other')}
          onOther={() => setMobileNumber(undefined)}
        />
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

  const submit = async () => {
    const { internationalNumber } = await import('../../lib/phone-numbers.ts');
    const mobileNumber = internationalNumber(text, country);
    if (mobileNumber === undefined) return setError(t('mobile.invalid'));
    send.mutate(mobileNumber);
  };

  return (
    <DialogForm onSubmit={() => void submit()}>
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
    </DialogForm>
  );
}
