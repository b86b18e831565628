import { Button, Checkbox } from '@mantine/core';
import { Dialog } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/dialog-form.tsx';

const POINTS = ['loss', 'liquidation', 'funding', 'deleveraging'] as const;

/** The notice about futures risks, which the client accepts before the first order. */
export function NoticeDialog({ onAnswer }: { readonly onAnswer: (isAccepted: boolean) => void }) {
  const { t } = useTranslation('futures');
  const [isRead, setRead] = useState(false);
  return (
    <Dialog opened onClose={() => onAnswer(false)} title={t('notice.title')} size={480}>
      <DialogForm onSubmit={() => onAnswer(true)}>
        {POINTS.map((point) => (
          <p key={point}>{t(`notice.${point}`)}</p>
        ))}
        <Checkbox
          label={t('notice.read')}
          checked={isRead}
          onChange={(event) => setRead(event.currentTarget.checked)}
          data-autofocus
        />
        <Button type="submit" size="lg" fullWidth disabled={!isRead}>
          {t('notice.accept')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
