import { BareSelect } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useTrade } from '../shared/trade-context.ts';
import { textOf, unitsOf } from '../shared/wire-units.ts';
import styles from './book.module.css';

const GROUPS = [1, 10, 100, 1000] as const;

/** The number of ticks grouped into one level. */
export function GroupSelect({
  multiple,
  onChange,
}: {
  readonly multiple: number;
  readonly onChange: (multiple: number) => void;
}) {
  const { t } = useTranslation('trade');
  const { rules } = useTrade();
  const tickUnits = unitsOf(rules.tick, rules.price_decimals);
  return (
    <BareSelect
      className={`num ${styles.group}`}
      aria-label={t('book.group')}
      value={multiple}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {GROUPS.map((each) => (
        <option key={each} value={each}>
          {stepText(tickUnits * each, rules.price_decimals)}
        </option>
      ))}
    </BareSelect>
  );
}

const stepText = (units: number, decimals: number): string =>
  textOf(units, decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
