import { AmountInput } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { type FeeDraft, type FeeFault, feeSides, hasRates, rateText } from './fee-draft.ts';
import type { SettingsResponse } from './listing.ts';
import styles from './listing-form.module.css';

const PERCENT_DECIMALS = 4;

interface FeeFieldsProps {
  /** Undefined while they are unknown. */
  readonly tiers: SettingsResponse['fee_tiers'] | undefined;
  readonly draft: FeeDraft;
  readonly fault: FeeFault | undefined;
  readonly mayEdit: boolean;
  readonly onChange: (part: FeeDraft) => void;
}

/** The fee rates of the lowest tier or, if no rates are set, of all tiers, with a warning. */
export function FeeFields({ tiers, draft, fault, mayEdit, onChange }: FeeFieldsProps) {
  const { t } = useTranslation('listing');
  if (tiers === undefined) return <p className="dim">{t('fees.unknown')}</p>;
  const isSet = hasRates(tiers);
  return (
    <>
      {isSet ? null : (
        <p className={styles.notice} role="status">
          {t(mayEdit ? 'fees.unset' : 'fees.unsetReadOnly')}
        </p>
      )}
      {feeSides.map((side) => (
        <AmountInput
          key={side}
          name={`${side}-rate`}
          label={t(isSet ? `fees.${side}` : `fees.${side}All`)}
          value={rateText(tiers, draft, side)}
          decimals={PERCENT_DECIMALS}
          step="0.01"
          unit="%"
          disabled={!mayEdit}
          error={fault?.field === side ? t(`fees.${fault.text}`) : undefined}
          onChange={(next) => onChange({ [side]: next })}
        />
      ))}
      <p className={`dim ${styles.wide}`}>{t(mayEdit ? (isSet ? 'fees.next' : 'fees.nextFirst') : 'fees.readOnly')}</p>
    </>
  );
}
