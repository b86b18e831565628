import { IconInfoCircle } from '@tabler/icons-react';
import { formatPrice, lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFuturesIndex } from '../../../lib/futures-index.ts';
import { fetchAheadBy } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { Figure } from './figure.tsx';
import styles from './index-figure.module.css';

const importPopover = () => import('./index-popover.tsx');
const IndexPopover = lazyPart(() => importPopover().then((m) => m.IndexPopover));

/** The index price of a perpetual market; its label opens the sources from which it is computed. */
export function IndexFigure() {
  const { t } = useTranslation('futures');
  const { rules } = useTrade();
  const index = useFuturesIndex(rules.name);
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <button
      type="button"
      className={styles.button}
      aria-label={t('index.open')}
      onClick={() => setIsWanted(true)}
      disabled={index === undefined}
      {...fetchAheadBy(importPopover)}
    >
      {t('index.price')}
      <IconInfoCircle size={14} stroke={1.6} aria-hidden="true" />
    </button>
  );
  const label =
    isWanted && index ? (
      <LazyPart fallback={button}>
        <IndexPopover button={button} index={index} coin={rules.base} quote={rules.quote} />
      </LazyPart>
    ) : (
      button
    );
  return (
    <Figure label={label} name="index">
      {index?.state === 'unconfirmed' ? (
        <span className={styles.out}>{t('index.unconfirmed')}</span>
      ) : (
        formatPrice(index?.price)
      )}
    </Figure>
  );
}
