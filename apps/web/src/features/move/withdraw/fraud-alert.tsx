import { Button } from '@mantine/core';
import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/dialog-form.tsx';

/** Explains why nothing is sent to a blocked address. */
export function FraudAlert({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const { t } = useTranslation('withdraw');
  return (
    <Dialog opened onClose={onClose} title={t('alert.fraudTitle')} persistent>
      <DialogForm onSubmit={onClose}>
        <p role="alert">{text}</p>
        <p>{t('alert.fraudText')}</p>
        <Button type="submit" fullWidth>
          {t('alert.understood')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
