import { useEarlyEscape } from '@vitrine/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './coin-search.module.css';
import { PairChoice, type PairChoiceProps } from './pair-choice.tsx';

type PairPopoverProps = PairChoiceProps & { readonly onClose: () => void };

/**
 * The list for choosing a pair, which opens below the current pair's name, beside the chart; Escape or a click
 * elsewhere closes it.
 */
export function PairPopover({ onClose, ...choice }: PairPopoverProps) {
  const { t } = useTranslation('trade');
  const box = useRef<HTMLDivElement>(null);
  useEarlyEscape(true, onClose);
  useEffect(() => {
    const opener = document.activeElement;
    const onPress = (event: PointerEvent) => {
      // A press on the button that opened the list is ignored here, because the button itself closes the list.
      const place = box.current?.parentElement;
      if (event.target instanceof Node && !place?.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [onClose]);
  return (
    <div
      ref={box}
      className={styles.popover}
      role="dialog"
      aria-label={t('search.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <PairChoice {...choice} />
    </div>
  );
}
