import { Button } from '@mantine/core';
import { AmountInput, formatExact, formatInteger, isPositiveAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { pageLanguage } from '../../lib/preferences.ts';
import styles from './listing-form.module.css';
import type { CheckedMarket, MarketDraft, MarketField } from './market-check.ts';
import {
  lastPlace,
  MOST_OPEN_ORDERS,
  type Pair,
  plain,
  type RulesDraft,
  type RulesFault,
  timesText,
} from './market-draft.ts';
import { exampleOf } from './market-example.ts';

/**
 * A tick or lot may be typed with as many decimals as the API accepts: if the coins do not support them, an error
 * explains why.
 */
const MAX_DECIMALS = 18;
const PERCENT_DECIMALS = 4;

const isWhole: ReadonlySet<MarketField> = new Set(['maximumOpenOrders', 'maximumLeverage', 'minimumTermDays']);
const isPercent: ReadonlySet<MarketField> = new Set([
  'bandPercent',
  'maximumSlippagePercent',
  'maintenancePercent',
  'liquidationFeePercent',
  'riskStepPercent',
]);
const isInBase: ReadonlySet<MarketField> = new Set([
  'lot',
  'minimumAmount',
  'maximumAmount',
  'maximumPosition',
  'maximumOpenInterest',
]);
/** Fields whose explanation does not depend on what is typed. */
const explained = [
  'maximumSlippagePercent',
  'maximumLeverage',
  'maintenancePercent',
  'liquidationFeePercent',
  'riskLimit',
  'riskStep',
  'riskStepPercent',
  'minimumTermDays',
] as const;

interface MarketFieldsProps<Field extends MarketField> {
  readonly fields: readonly Field[];
  readonly draft: RulesDraft & Readonly<Record<Field, string>>;
  /** Undefined until both coins are chosen. */
  readonly pair: Pair | undefined;
  readonly checked: Pick<CheckedMarket, 'faults' | 'kind' | 'units'>;
  readonly onChange: (part: Partial<MarketDraft>) => void;
}

/** Fields of a market's rules and terms, each with its error or an explanation. */
export function MarketFields<Field extends MarketField>(props: MarketFieldsProps<Field>) {
  const { fields, draft, pair, checked, onChange } = props;
  const faultText = useFaultText(draft, pair);
  const hintText = useHintText(draft, pair, checked);
  const { t } = useTranslation('listing');
  const unitOf = (field: MarketField) => (field === 'minimumTermDays' ? t('days') : unitFor(field, pair));
  return fields.map((field) => {
    const fault = checked.faults.find((one) => one.field === field);
    const text = draft[field];
    return (
      <AmountInput
        key={field}
        name={field}
        label={t(`fields.${field}`)}
        value={text}
        decimals={decimalsFor(field)}
        step={stepFor(field, text, draft)}
        unit={unitOf(field)}
        hint={fault ? undefined : hintText(field, text)}
        error={fault && faultText(fault)}
        onChange={(next) => onChange({ [field]: next })}
      />
    );
  });
}

function decimalsFor(field: MarketField): number {
  if (isWhole.has(field)) return 0;
  return isPercent.has(field) ? PERCENT_DECIMALS : MAX_DECIMALS;
}

function stepFor(field: MarketField, text: string, draft: RulesDraft): string {
  const step = isInBase.has(field) ? draft.lot : field === 'referencePrice' ? draft.tick : '';
  return field === 'lot' || !isPositiveAmount(step) ? lastPlace(text) : plain(step);
}

function unitFor(field: MarketField, pair: Pair | undefined): string | undefined {
  if (field === 'maximumOpenOrders') return undefined;
  if (field === 'maximumLeverage') return '×';
  if (isPercent.has(field)) return '%';
  return isInBase.has(field) ? pair?.base.coin : pair?.quote.coin;
}

/** Describes what is wrong with a field. */
export function useFaultText(draft: RulesDraft, pair: Pair | undefined) {
  const { t } = useTranslation('listing');
  return ({ reason, decimals, most }: CheckedMarket['faults'][number]): string =>
    t(`faults.${reason}`, {
      decimals,
      base: pair?.base.coin,
      quote: pair?.quote.coin,
      lot: plain(draft.lot),
      tick: plain(draft.tick),
      most: most && formatExact(most),
    });
}

/** The explanation of a field, with figures at the reference price where possible. */
function useHintText(
  { referencePrice }: RulesDraft,
  pair: Pair | undefined,
  { units, kind }: Pick<CheckedMarket, 'kind' | 'units'>,
) {
  const { t } = useTranslation('listing');
  const quote = pair?.quote.coin ?? '';
  return (field: MarketField, text: string): string | undefined => {
    const own = explained.find((one) => one === field);
    if (own) return t(`hints.${own}`);
    if (field === 'referencePrice') return t(kind === 'spot' ? 'hints.referencePrice' : 'hints.markPrice');
    if (field === 'maximumOpenOrders')
      return t('hints.maximumOpenOrders', { most: formatInteger(MOST_OPEN_ORDERS[kind]) });
    if (field === 'bandPercent') {
      const band = units && pair && exampleOf(units, pair).band;
      return band?.high && t('hints.band', { low: formatExact(band.low), high: formatExact(band.high), quote });
    }
    if (!isPositiveAmount(text) || !isPositiveAmount(referencePrice)) return undefined;
    if (field === 'tick') return t('hints.tick', { percent: shareText(text, referencePrice) });
    if (!isInBase.has(field) || quote === '') return undefined;
    return t('hints.amount', { value: formatExact(timesText(plain(text), plain(referencePrice))), quote });
  };
}

const share = new Intl.NumberFormat(pageLanguage, { maximumSignificantDigits: 2 });

/** A percentage for display, calculated in floating point. */
const shareText = (part: string, whole: string): string => share.format((Number(part) / Number(whole)) * 100);

type ProductFaultProps = Omit<MarketFieldsProps<never>, 'fields'>;

/** Explains why tick and lot do not fit together, and offers the next coarser values that do. */
export function ProductFault({ draft, pair, checked, onChange }: ProductFaultProps) {
  const { t } = useTranslation('listing');
  const fault = checked.faults.find((one): one is RulesFault => one.reason === 'tick_times_lot');
  if (fault === undefined) return null;
  const { suggestion, decimals } = fault;
  const [tick, lot] = [plain(draft.tick), plain(draft.lot)];
  return (
    <div className={styles.product}>
      <p className="num">
        {t('product.text', { tick, lot, product: timesText(tick, lot), quote: pair?.quote.coin, decimals })}
      </p>
      {suggestion ? (
        <div className={styles.suggestions}>
          <Button
            size="compact-sm"
            variant="outline"
            aria-label={t('product.lotNamed', suggestion)}
            onClick={() => onChange({ lot: suggestion.lot })}
          >
            {t('product.lot', suggestion)}
          </Button>
          <Button
            size="compact-sm"
            variant="outline"
            aria-label={t('product.tickNamed', suggestion)}
            onClick={() => onChange({ tick: suggestion.tick })}
          >
            {t('product.tick', suggestion)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
