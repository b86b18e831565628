import { Button, Checkbox } from '@mantine/core';
import { Dialog } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesMarket } from '../../../lib/futures.ts';
import { dateText } from '../../../lib/when.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import styles from './futures-ticket.module.css';
import type { Notices } from './use-futures-ticket.ts';

const RISKS = ['loss', 'liquidation', 'funding', 'deleveraging'] as const;
const TERM = ['bound', 'early', 'stop', 'risk', 'takeProfit'] as const;
const DAY_MS = 86_400_000;

type NoticeDialogProps = {
  readonly notices: Notices;
  readonly market: FuturesMarket;
  readonly onAnswer: (isAccepted: boolean) => void;
};

/** The notices that the client accepts before opening a position: on the risks of futures, and on a minimum term. */
export function NoticeDialog({ notices: { risks, termDays }, market, onAnswer }: NoticeDialogProps) {
  const { t } = useTranslation('futures');
  const [isRead, setRead] = useState(!risks);
  const [isTermRead, setTermRead] = useState(termDays === 0);
  const values = { count: termDays, day: dateText(Date.now() + termDays * DAY_MS), quote: market.quote };
  return (
    <Dialog
      opened
      onClose={() => onAnswer(false)}
      title={risks ? t('notice.title') : t('term.title', values)}
      size={480}
    >
      <DialogForm onSubmit={() => onAnswer(true)}>
        {risks ? (
          <>
            {RISKS.map((point) => (
              <p key={point}>{t(`notice.${point}`)}</p>
            ))}
            <Checkbox
              label={t('notice.read')}
              checked={isRead}
              onChange={(event) => setRead(event.currentTarget.checked)}
              data-autofocus
            />
          </>
        ) : null}
        {termDays > 0 ? (
          <>
            {risks ? <h3 className={styles.heading}>{t('term.title', values)}</h3> : null}
            {TERM.map((point) => (
              <p key={point}>{t(`term.${point}`, values)}</p>
            ))}
            <Checkbox
              label={t('term.read', values)}
              checked={isTermRead}
              onChange={(event) => setTermRead(event.currentTarget.checked)}
            />
          </>
        ) : null}
        <Button type="submit" size="lg" fullWidth disabled={!(isRead && isTermRead)}>
          {t('notice.accept')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
