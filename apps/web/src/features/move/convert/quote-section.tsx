import { Skeleton } from '@mantine/core';
import { formatPrice } from '@vitrine/ui';
import Big from 'big.js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { plain, trimZeros } from '../../../lib/decimal.ts';
import { Section } from '../../../ui/section.tsx';
import { Figure, FormFigures } from '../shared/form-figures.tsx';
import { Steps } from '../shared/steps.tsx';
import styles from './convert.module.css';
import type { ConvertModel } from './use-convert.ts';
import { type Quote, useCountdown } from './use-quote.ts';
import { priceSentence } from './words.ts';

const shown = (text: string): string => formatPrice(trimZeros(text));

/**
 * The arithmetic of the quote: the amount spent, its fee, the amount received, and the least that may be received. All
 * lines are rendered from the start: a line that appeared with the quote would move the button while it is being
 * pressed.
 */
export function QuoteLines({ convert }: { readonly convert: ConvertModel }) {
  const { t } = useTranslation('convert');
  const { form, quote, isCurrent, summary, quoteState } = convert;
  const isLimit = form.kind === 'limit';
  const isPending = quoteState.status === 'pending';
  const value = (text: string | undefined): ReactNode => {
    if (text !== undefined && summary.amount) return text;
    return isPending ? <Skeleton component="span" display="inline-block" height="0.8em" width={96} /> : '–';
  };
  return (
    <FormFigures isOld={!isLimit && quote !== undefined && !isCurrent}>
      <Figure name={t('quote.rate')} note={isLimit ? t('quote.now') : undefined}>
        {value(quote && priceSentence(quote, quote))}
      </Figure>
      <Figure name={t('quote.fee')} note={t('quote.inside')}>
        {value(quote && `${shown(quote.fee)} ${quote.fee_coin}`)}
      </Figure>
      <Figure name={t('quote.stays')} note={t('quote.lots')}>
        {value(quote && staysText(quote))}
      </Figure>
      {isLimit ? (
        <Figure name={t('quote.leastLimit')}>
          {value(summary.receives && `${formatPrice(plain(summary.receives))} ${form.to}`)}
        </Figure>
      ) : (
        <Figure
          name={t('quote.least')}
          note={t('quote.slippage', { percent: quote ? trimZeros(quote.slippage_percent) : '–' })}
        >
          {value(quote && `${shown(quote.least)} ${quote.to}`)}
        </Figure>
      )}
    </FormFigures>
  );
}

const staysText = ({ amount, spent, from }: Quote): string =>
  `${formatPrice(plain(new Big(amount).minus(spent)))} ${from}`;

/** How fresh the quote is, and what happens when it is accepted. */
export function ConvertAside({ convert: { quote, isCurrent, form } }: { readonly convert: ConvertModel }) {
  const { t } = useTranslation('convert');
  const isLimit = form.kind === 'limit';
  return (
    <>
      <Section title={t('quote.title')}>
        <QuoteClock quote={isCurrent ? quote : undefined} />
      </Section>
      <Section title={t('steps.title')}>
        <Steps
          steps={(isLimit ? (['set', 'wait', 'fill'] as const) : (['confirm', 'trade', 'done'] as const)).map(
            (step) => ({
              title: t(`steps.${step}`),
              text: t(`steps.${step}Text`),
            }),
          )}
        />
      </Section>
    </>
  );
}

export function QuoteClock({ quote }: { readonly quote: Quote | undefined }) {
  const { t } = useTranslation('convert');
  const { seconds, part } = useCountdown(quote);
  return (
    <div className={styles.clock}>
      <svg width="38" height="38" viewBox="0 0 38 38" aria-hidden="true">
        <circle cx="19" cy="19" r="16" />
        {part > 0 ? <circle cx="19" cy="19" r="16" pathLength="1" strokeDasharray={`${part} 1`} /> : null}
      </svg>
      <p>
        <b className="num">{quote ? priceSentence(quote, quote) : t('quote.none')}</b>
        <small className="num">{quote ? t('quote.holds', { seconds }) : t('quote.noneText')}</small>
      </p>
    </div>
  );
}
