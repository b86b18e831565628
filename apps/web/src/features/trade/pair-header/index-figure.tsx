import { Popover } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatPrice } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFuturesIndex } from '../../../lib/futures-index.ts';
import { useTrade } from '../shared/trade-context.ts';
import { Figure } from './figure.tsx';
import styles from './index-figure.module.css';
import { IndexSources } from './index-sources.tsx';

/** The index price of a perpetual market; its label opens the sources from which it is computed. */
export function IndexFigure() {
  const { t } = useTranslation('futures');
  const { rules } = useTrade();
  const index = useFuturesIndex(rules.name);
  const [opened, setOpened] = useState(false);
  const label = (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={340}
      offset={26}
      trapFocus
      returnFocus
      withinPortal
      shadow="none"
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.button}
          aria-label={t('index.open')}
          onClick={() => setOpened(!opened)}
          disabled={index === undefined}
        >
          {t('index.price')}
          <IconInfoCircle size={14} stroke={1.6} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('index.title')}>
        {index ? <IndexSources index={index} coin={rules.base} quote={rules.quote} /> : null}
      </Popover.Dropdown>
    </Popover>
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
