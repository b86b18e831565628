import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { securityChanged } from '../../../lib/security.ts';
import { refreshSession } from '../../../lib/session.ts';
import { AccountPasswordField } from '../../../ui/account-password-field.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { CodeForm } from '../shared/code-form.tsx';

interface Target {
  readonly mobileNumber: string;
  /** The account password, needed for each text message. */
  readonly password: string;
}

const sendCode = ({ mobileNumber, password }: Target) =>
  call('POST /api/v3/sendSMSCode', { body: { type: 'REGISTER', mobile_number: mobileNumber, password } });

/** Two steps: the account password and the number, then the code sent to it. */
export function MobileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const [target, setTarget] = useState<Target>();

  const verify = async (number: string, code: string) => {
    await call('POST /api/v3/verify-mobile', { body: { verification_code: code, mobile_number: number } });
    toast.ok(t('mobile.done'));
    void securityChanged();
    void refreshSession();
    onClose();
  };

  return (
    <Dialog opened onClose={onClose} title={t(target ? 'mobile.codeTitle' : 'mobile.title')} persistent>
      {target ? (
        <CodeForm
          label={t('code.texted')}
          to={target.mobileNumber}
          send={() => sendCode(target)}
          onCode={(code) => verify(target.mobileNumber, code)}
          submit={t('mobile.verify')}
          other={t('mobile.other')}
          onOther={() => setTarget(undefined)}
        />
      ) : (
        <NumberStep onSent={setTarget} />
      )}
    </Dialog>
  );
}

function NumberStep({ onSent }: { readonly onSent: (target: Target) => void }) {
  const { t } = useTranslation('security');
  const [text, setText] = useState('');
  const [country, setCountry] = useState('US');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [wrongPassword, setWrongPassword] = useState<string>();

  const send = useMutation({
    mutationFn: async () => {
      const { internationalNumber } = await import('../../../lib/phone-numbers.ts');
      const mobileNumber = internationalNumber(text, country);
      if (mobileNumber === undefined) return undefined;
      const target = { mobileNumber, password };
      await sendCode(target);
      return target;
    },
    onSuccess: (target) => (target === undefined ? setError(t('mobile.invalid')) : onSent(target)),
    onError: (failure) => {
      const isPassword = failure instanceof ApiError && failure.code === 'wrong_password';
      (isPassword ? setWrongPassword : setError)(errorText(failure));
    },
  });

  return (
    <DialogForm onSubmit={() => send.mutate()}>
      <p>{t('mobile.text')}</p>
      <AccountPasswordField
        value={password}
        error={wrongPassword}
        onChange={(next) => {
          setWrongPassword(undefined);
          setPassword(next);
        }}
      />
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
      <Button type="submit" fullWidth disabled={!text.trim() || !password} loading={send.isPending}>
        {t('mobile.send')}
      </Button>
    </DialogForm>
  );
}
