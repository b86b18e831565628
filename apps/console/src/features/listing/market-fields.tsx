import { Button } from '@mantine/core';
import { AmountInput, formatExact, formatInteger, isPositiveAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import styles from './listing-form.module.css';
import {
  type CheckedRules,
  lastPlace,
  type MarketKind,
  MOST_OPEN_ORDERS,
  type Pair,
  plain,
  type RulesDraft,
  type RulesFault,
  type RulesField,
  timesText,
} from './market-draft.ts';
import { exampleOf } from './market-example.ts';

/**
 * A tick or lot may be typed with as many decimals as the API accepts: if the coins do not support them, an error
 * explains why.
 */
const MAX_DECIMALS = 18;
const BAND_DECIMALS = 4;

const isInBase: ReadonlySet<RulesField> = new Set(['lot', 'minimumAmount', 'maximumAmount']);

interface RulesFieldsProps {
  readonly fields: readonly RulesField[];
  readonly draft: RulesDraft;
  /** Undefined until both coins are chosen. */
  readonly pair: Pair | undefined;
  readonly checked: CheckedRules;
  readonly onChange: (part: Partial<RulesDraft>) => void;
}

/** The fields of a market's rules, each with its error or an explanation. */
export function RulesFields({ fields, draft, pair, checked, onChange }: RulesFieldsProps) {
  const faultText = useFaultText(draft, pair, checked.kind);
  const hintText = useHintText(draft, pair, checked);
  const { t } = useTranslation('listing');
  return fields.map((field) => {
    const fault = checked.faults.find((one) => one.field === field);
    return (
      <AmountInput
        key={field}
        name={field}
        label={t(`fields.${field}`)}
        value={draft[field]}
        decimals={decimalsFor(field)}
        step={stepFor(field, draft)}
        unit={unitFor(field, pair)}
        hint={fault ? undefined : hintText(field)}
        error={fault && faultText(fault)}
        onChange={(next) => onChange({ [field]: next })}
      />
    );
  });
}

function decimalsFor(field: RulesField): number {
  if (field === 'maximumOpenOrders') return 0;
  return field === 'bandPercent' ? BAND_DECIMALS : MAX_DECIMALS;
}

function stepFor(field: RulesField, draft: RulesDraft): string {
  const step = isInBase.has(field) ? draft.lot : field === 'referencePrice' ? draft.tick : '';
  return field === 'lot' || !isPositiveAmount(step) ? lastPlace(draft[field]) : plain(step);
}

function unitFor(field: RulesField, pair: Pair | undefined): string | undefined {
  if (field === 'maximumOpenOrders') return undefined;
  if (field === 'bandPercent') return '%';
  return isInBase.has(field) ? pair?.base.coin : pair?.quote.coin;
}

function useFaultText(draft: RulesDraft, pair: Pair | undefined, kind: MarketKind): (fault: RulesFault) => string {
  const { t } = useTranslation('listing');
  return ({ reason, decimals }) =>
    t(`faults.${reason}`, {
      decimals,
      base: pair?.base.coin,
      quote: pair?.quote.coin,
      lot: plain(draft.lot),
      tick: plain(draft.tick),
      most: formatInteger(MOST_OPEN_ORDERS[kind]),
    });
}

/** What a field means at the reference price. */
function useHintText(draft: RulesDraft, pair: Pair | undefined, { units, kind }: CheckedRules) {
  const { t } = useTranslation('listing');
  const { referencePrice } = draft;
  const quote = pair?.quote.coin ?? '';
  const value = (text: string) => formatExact(timesText(plain(text), plain(referencePrice)));
  return (field: RulesField): string | undefined => {
    if (field === 'referencePrice') return t(kind === 'spot' ? 'hints.referencePrice' : 'hints.markPrice');
    if (field === 'maximumOpenOrders')
      return t('hints.maximumOpenOrders', { most: formatInteger(MOST_OPEN_ORDERS[kind]) });
    if (field === 'bandPercent') {
      const band = units && pair && exampleOf(units, pair).band;
      return band?.high && t('hints.band', { low: formatExact(band.low), high: formatExact(band.high), quote });
    }
    if (!isPositiveAmount(draft[field]) || !isPositiveAmount(referencePrice)) return undefined;
    if (field === 'tick') return t('hints.tick', { percent: shareText(draft.tick, referencePrice) });
    if (!isInBase.has(field) || quote === '') return undefined;
    return t(field === 'lot' ? 'hints.lot' : 'hints.amount', { value: value(draft[field]), quote });
  };
}

const share = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

/** A percentage, for orientation only. */
const shareText = (part: string, whole: string): string => share.format((Number(part) / Number(whole)) * 100);

interface ProductFaultProps {
  readonly draft: RulesDraft;
  readonly pair: Pair | undefined;
  readonly checked: CheckedRules;
  readonly onChange: (part: Partial<RulesDraft>) => void;
}

/** Explains why tick and lot do not fit together, and offers the next coarser values that do. */
export function ProductFault({ draft, pair, checked, onChange }: ProductFaultProps) {
  const { t } = useTranslation('listing');
  const fault = checked.faults.find(({ reason }) => reason === 'tick_times_lot');
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
