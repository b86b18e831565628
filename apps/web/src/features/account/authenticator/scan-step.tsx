import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, errorText } from '../../../lib/api.ts';
import { CodeInput } from '../../../ui/code-input.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import styles from './authenticator.module.css';

type ScanStepProps = {
  readonly offer: CallResponse<'POST /api/v3/totp/offer'>;
  readonly onEnrolled: (recoveryCodes: readonly string[]) => void;
};

const DIGITS = 6;

/** The secret as a QR code and as text, and a field for a first code, which proves that the app has the secret. */
export function ScanStep({ offer, onEnrolled }: ScanStepProps) {
  const { t } = useTranslation('security', { keyPrefix: 'authenticator' });
  const [code, setCode] = useState('');
  const enrol = useMutation({
    mutationFn: (digits: string) => call('POST /api/v3/totp/enrol', { body: { code: digits } }),
    onSuccess: ({ recovery_codes }) => onEnrolled(recovery_codes),
    onError: () => setCode(''),
  });
  return (
    <DialogForm onSubmit={() => enrol.mutate(code)}>
      <p>{t('scan')}</p>
      <div className={styles.picture}>
        <QRCodeSVG value={offer.uri} size={176} marginSize={2} title={t('picture')} />
      </div>
      <div className={styles.key}>
        <span>{t('orType')}</span>
        <code className="num">{offer.key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={offer.key} label={t('copyKey')} />
      </div>
      <CodeInput
        label={t('code')}
        code={code}
        error={enrol.error ? errorText(enrol.error) : undefined}
        onCode={(next) => {
          if (next) enrol.reset();
          setCode(next);
        }}
      />
      <Button type="submit" fullWidth disabled={code.length < DIGITS} loading={enrol.isPending}>
        {t('confirm')}
      </Button>
    </DialogForm>
  );
}
