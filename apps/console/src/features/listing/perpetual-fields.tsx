import type { PerpetualFault } from '@vitrine/money';
import { AmountInput, formatExact, isPositiveAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { lastPlace, type Pair, plain, type RulesDraft, timesText } from './market-draft.ts';
import type { CheckedTerms, TermsDraft, TermsField } from './perpetual-draft.ts';

const MAX_DECIMALS = 18;
const RATE_DECIMALS = 4;
const isRate: ReadonlySet<TermsField> = new Set(['maintenancePercent', 'liquidationFeePercent', 'riskStepPercent']);
const isInBase: ReadonlySet<TermsField> = new Set(['maximumPosition', 'maximumOpenInterest']);

interface TermsFieldsProps {
  readonly fields: readonly TermsField[];
  readonly draft: TermsDraft;
  readonly rules: RulesDraft;
  /** Undefined until both coins are chosen. */
  readonly pair: Pair | undefined;
  readonly checked: CheckedTerms;
  readonly onChange: (part: Partial<TermsDraft>) => void;
}

/** The fields of a perpetual market's terms, each with its error or an explanation. */
export function TermsFields({ fields, draft, rules, pair, checked, onChange }: TermsFieldsProps) {
  const { t } = useTranslation('listing');
  const faultText = ({ reason, decimals, most }: PerpetualFault) =>
    t(`faults.${reason}`, {
      decimals,
      most: most && formatExact(most),
      base: pair?.base.coin,
      quote: pair?.quote.coin,
      lot: plain(rules.lot),
    });
  const hintText = (field: TermsField): string | undefined => {
    if (!isInBase.has(field)) return t(`hints.${field as 'riskLimit'}`);
    if (!isPositiveAmount(draft[field]) || !isPositiveAmount(rules.referencePrice)) return undefined;
    const value = formatExact(timesText(plain(draft[field]), plain(rules.referencePrice)));
    return t('hints.amount', { value, quote: pair?.quote.coin });
  };
  return fields.map((field) => {
    const fault = checked.faults.find((one) => one.field === field);
    return (
      <AmountInput
        key={field}
        name={field}
        label={t(`fields.${field}`)}
        value={draft[field]}
        decimals={decimalsFor(field)}
        step={isInBase.has(field) && isPositiveAmount(rules.lot) ? plain(rules.lot) : lastPlace(draft[field])}
        unit={unitFor(field, pair)}
        hint={fault ? undefined : hintText(field)}
        error={fault && faultText(fault)}
        onChange={(next) => onChange({ [field]: next })}
      />
    );
  });
}

function decimalsFor(field: TermsField): number {
  if (field === 'maximumLeverage') return 0;
  return isRate.has(field) ? RATE_DECIMALS : MAX_DECIMALS;
}

function unitFor(field: TermsField, pair: Pair | undefined): string | undefined {
  if (field === 'maximumLeverage') return '×';
  if (isRate.has(field)) return '%';
  return isInBase.has(field) ? pair?.base.coin : pair?.quote.coin;
}
