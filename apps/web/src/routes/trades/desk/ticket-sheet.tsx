import { CloseButton } from '@mantine/core';
import { useEarlyEscape } from '@vitrine/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelBoundary } from '../../../features/trade/shared/panel-boundary.tsx';
import styles from './phone.module.css';

type TicketSheetProps = { readonly isOpen: boolean; readonly onClose: () => void; readonly children: ReactNode };

/** A ticket as a bottom sheet. Not modal: a book above stays tappable. Closing it keeps the input. */
export function TicketSheet({ isOpen, onClose, children }: TicketSheetProps) {
  const { t } = useTranslation('trade');
  const sheet = useRef<HTMLElement>(null);
  useEarlyEscape(isOpen, onClose);
  useEffect(() => {
    if (isOpen) sheet.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <section
      ref={sheet}
      className={styles.sheet}
      role="dialog"
      aria-modal="false"
      aria-label={t('ticket.title')}
      tabIndex={-1}
      hidden={!isOpen}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <CloseButton className={styles.close ?? ''} size={44} aria-label={t('ticket.close')} onClick={onClose} />
      <PanelBoundary>{children}</PanelBoundary>
    </section>
  );
}
