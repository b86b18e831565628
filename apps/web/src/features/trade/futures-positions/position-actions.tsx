import { IconMinus, IconPlus } from '@tabler/icons-react';
import { formatPrice, lazyPart } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FuturesPosition, useFuturesOrders } from '../../../lib/futures.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { dateText } from '../../../lib/when.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import styles from './positions.module.css';
import { protectionOf } from './protection.ts';
import { daysLeft } from './term.ts';

const MarginDialog = lazyPart(() => import('./margin-dialog.tsx').then((m) => m.MarginDialog));
const CloseAllDialog = lazyPart(() => import('./close-all-dialog.tsx').then((m) => m.CloseAllDialog));
const CloseDialog = lazyPart(() => import('./close-dialog.tsx').then((m) => m.CloseDialog));
const TermDialog = lazyPart(() => import('./term-dialog.tsx').then((m) => m.TermDialog));
const ProtectionDialog = lazyPart(() => import('./protection-dialog.tsx').then((m) => m.ProtectionDialog));

type OfPosition = { readonly position: FuturesPosition };

/** The accessible label of a position's button, which names the position. */
const useNames = ({ name, side }: FuturesPosition) => {
  const { t } = useTranslation('futures');
  return { coin: coinsOf(name).base, side: t(`side.${side}`) };
};

export function MarginButtons({ position }: OfPosition) {
  const { t } = useTranslation('futures');
  const [change, setChange] = useState<'add' | 'remove'>();
  const names = useNames(position);
  const button = (kind: 'add' | 'remove', icon: ReactNode) => (
    <button type="button" aria-label={t(`margin.${kind}Label`, names)} onClick={() => setChange(kind)}>
      {icon}
    </button>
  );
  return (
    <span className={styles.steps}>
      {button('add', <IconPlus size={13} aria-hidden="true" />)}
      {button('remove', <IconMinus size={13} aria-hidden="true" />)}
      {change ? (
        <LazyPart>
          <MarginDialog position={position} change={change} onClose={() => setChange(undefined)} />
        </LazyPart>
      ) : null}
    </span>
  );
}

/** Closes the position. Until the minimum term of the position has ended, says instead when it can be closed. */
export const CloseButton = ({ position }: OfPosition) =>
  position.is_bound ? <BoundButton position={position} /> : <FreeButton position={position} />;

function BoundButton({ position }: OfPosition) {
  const { t } = useTranslation('futures');
  const [isOpen, setOpen] = useState(false);
  const { term_ends_at = 0 } = position;
  return (
    <span className={styles.actions}>
      <button
        type="button"
        className={styles.close}
        aria-label={t('term.label', { ...useNames(position), day: dateText(term_ends_at) })}
        onClick={() => setOpen(true)}
      >
        <span className={styles.two}>
          {t('term.from', { day: dateText(term_ends_at) })}
          <small>{t('term.daysLeft', { count: daysLeft(term_ends_at) })}</small>
        </span>
      </button>
      {isOpen ? (
        <LazyPart>
          <TermDialog position={position} onClose={() => setOpen(false)} />
        </LazyPart>
      ) : null}
    </span>
  );
}

function FreeButton({ position }: OfPosition) {
  const { t } = useTranslation('futures');
  const [isOpen, setOpen] = useState(false);
  const names = useNames(position);
  return (
    <span className={styles.actions}>
      <button type="button" className={styles.close} aria-label={t('close.label', names)} onClick={() => setOpen(true)}>
        {t('close.button')}
      </button>
      {isOpen ? (
        <LazyPart>
          <CloseDialog position={position} onClose={() => setOpen(false)} />
        </LazyPart>
      ) : null}
    </span>
  );
}

export function CloseAllButton({ positions }: { readonly positions: readonly FuturesPosition[] }) {
  const { t } = useTranslation('futures');
  // The positions that were open when the client clicked: the client does not confirm closing any that open later.
  const [confirmed, setConfirmed] = useState<readonly FuturesPosition[]>();
  return (
    <>
      <button type="button" className="link" onClick={() => setConfirmed(positions)}>
        {t('closeAll.button', { count: positions.length })}
      </button>
      {confirmed ? (
        <LazyPart>
          <CloseAllDialog positions={confirmed} onClose={() => setConfirmed(undefined)} />
        </LazyPart>
      ) : null}
    </>
  );
}

/** The triggers of take-profit and stop-loss; a click opens the dialog that changes them. */
export function ProtectionButton({ position }: OfPosition) {
  const { t } = useTranslation('futures');
  const [isOpen, setOpen] = useState(false);
  const names = useNames(position);
  const { takeProfit, stopLoss } = protectionOf(position, useFuturesOrders().data ?? []);
  return (
    <span className={styles.actions}>
      <button
        type="button"
        className={styles.protection}
        aria-label={t('protection.label', names)}
        onClick={() => setOpen(true)}
      >
        {takeProfit || stopLoss ? (
          <span className={`num ${styles.two}`}>
            {takeProfit ? formatPrice(takeProfit.trigger_price) : '–'}
            <small>{stopLoss ? formatPrice(stopLoss.trigger_price) : '–'}</small>
          </span>
        ) : (
          t('protection.set')
        )}
      </button>
      {isOpen ? (
        <LazyPart>
          <ProtectionDialog position={position} onClose={() => setOpen(false)} />
        </LazyPart>
      ) : null}
    </span>
  );
}
