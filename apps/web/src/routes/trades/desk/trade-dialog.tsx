import { Dialog } from '@vitrine/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { useIsPainted } from '../../../ui/use-after-paint.ts';
import styles from './trade-dialog.module.css';

type TradeDialogProps = { readonly onClose: () => void; readonly children: ReactNode };

/** The order form in a dialog, for desks without a panel for it. */
export function TradeDialog({ onClose, children }: TradeDialogProps) {
  const { t } = useTranslation('trade');
  const { coin } = useTrade();
  return (
    <Dialog opened onClose={onClose} title={t('trade.title', { coin })} size={380}>
      {useIsPainted() ? <Form>{children}</Form> : null}
    </Dialog>
  );
}

function Form({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // The dialog gives the focus to the element with this mark, otherwise to its close button.
  useEffect(() => box.current?.querySelector('[name="amount"]')?.setAttribute('data-autofocus', 'true'), []);
  return (
    <div ref={box} className={styles.form}>
      {children}
    </div>
  );
}
