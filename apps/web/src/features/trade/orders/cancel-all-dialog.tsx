import { Button } from '@mantine/core';
import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { pairText } from './order-words.ts';
import styles from './orders.module.css';

type CancelAllDialogProps = {
  readonly count: number;
  readonly pairName: string | undefined;
  readonly sending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** States how many orders will be cancelled, and of which pairs. */
export function CancelAllDialog({ count, pairName, sending, onConfirm, onClose }: CancelAllDialogProps) {
  const { t } = useTranslation('trade');
  return (
    <Dialog opened onClose={onClose} title={t('cancelAll.title', { count })} persistent={sending}>
      <p>
        {pairName === undefined
          ? t('cancelAll.everywhere', { count })
          : t('cancelAll.onPair', { count, pair: pairText(pairName) })}
      </p>
      <div className={`${styles.amendEnd} ${styles.questionEnd}`}>
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
