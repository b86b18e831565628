import { AmountInput, formatPrice } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { useLastPrice } from '../shared/use-live.ts';
import { type ConverterSide, worthText } from './converter.ts';
import styles from './price-converter.module.css';

const SIDES = ['coin', 'quote'] as const;
const DECIMALS = { coin: 8, quote: 6 } as const;

/** Converts an amount of the coin to its current value, and a value to an amount of the coin. */
export function PriceConverter() {
  const { t } = useTranslation('trade');
  const { rules, market } = useTrade();
  const { price } = useLastPrice(market);
  const [typed, setTyped] = useState<{ readonly side: ConverterSide; readonly text: string }>({
    side: 'coin',
    text: '1',
  });
  const unitOf = { coin: rules.base, quote: rules.quote } as const;
  return (
    <Section title={t('converter.title')}>
      <div className={styles.fields}>
        {SIDES.map((side) => (
          <AmountInput
            key={side}
            layout="inline"
            label={unitOf[side]}
            value={side === typed.side ? typed.text : worthText(typed.side, typed.text, price)}
            onChange={(text) => setTyped({ side, text })}
            decimals={DECIMALS[side]}
          />
        ))}
        <p className="faint">
          {price === ''
            ? t('ticket.waitsForPrice')
            : t('converter.note', { price: formatPrice(price), quote: rules.quote })}
        </p>
      </div>
    </Section>
  );
}
