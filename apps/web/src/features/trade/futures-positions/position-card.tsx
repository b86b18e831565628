import { formatAmount, formatPercent, formatPrice } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '../../../lib/futures.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { SignedText } from './columns.tsx';
import { distanceText } from './distance.ts';
import { CloseButton, MarginButtons, ProtectionButton } from './position-actions.tsx';
import styles from './positions.module.css';
import { SideMark } from './side-mark.tsx';

/** A position on a phone. */
export function PositionCard({ position }: { readonly position: FuturesPosition }) {
  const { t } = useTranslation('futures');
  const {
    name,
    side,
    leverage,
    size,
    value,
    profit,
    rate_of_return_percent: rate,
    margin_ratio_percent: ratio,
  } = position;
  return (
    <article className={styles.position}>
      <header>
        <SideMark name={name} side={side} leverage={leverage} />
        <span className={`num ${styles.two}`}>
          <SignedText value={profit} />
          <small>{rate === '' ? '–' : formatPercent(rate)}</small>
        </span>
      </header>
      <dl>
        <Fact label={t('columns.size')}>
          {formatPrice(size)} {coinsOf(name).base}
        </Fact>
        <Fact label={t('columns.value')}>{formatAmount(value, 2)}</Fact>
        <Fact label={t('columns.entry')}>{formatPrice(position.entry_price)}</Fact>
        <Fact label={t('columns.mark')}>{formatPrice(position.mark_price)}</Fact>
        <Fact label={t('columns.ratio')}>{ratio === '' ? '–' : `${formatAmount(ratio, 2)}%`}</Fact>
        <Fact label={t('columns.liquidation')}>
          <span className={styles.liquidation}>
            {position.liquidation_price === '' ? '–' : formatPrice(position.liquidation_price)}
          </span>{' '}
          <small>{distanceText(position)}</small>
        </Fact>
        <Fact label={t('columns.margin')}>
          <span className={styles.margin}>
            {formatAmount(position.margin, 2)} <MarginButtons position={position} />
          </span>
        </Fact>
        <Fact label={t('columns.protection')}>
          <ProtectionButton position={position} />
        </Fact>
      </dl>
      <CloseButton position={position} />
    </article>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
