import { Button } from '@mantine/core';
import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import styles from './cancel-all-dialog.module.css';

type CancelAllDialogProps = {
  readonly count: number;
  /** Which orders will be cancelled, and what is released. */
  readonly text: string;
  readonly sending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** States how many orders will be cancelled, and of which markets. */
export function CancelAllDialog({ count, text, sending, onConfirm, onClose }: CancelAllDialogProps) {
  const { t } = useTranslation('trade');
  return (
    <Dialog opened onClose={onClose} title={t('cancelAll.title', { count })} persistent={sending}>
      <p>{text}</p>
      <div className={styles.end}>
        <Button type="button" variant="default" onClick={onClose} disabled={sending}>
          {t('cancelAll.keep')}
        </Button>
        <Button type="button" color="red" loading={sending} onClick={onConfirm} data-autofocus>
          {t('cancelAll.act', { count })}
        </Button>
      </div>
    </Dialog>
  );
}
