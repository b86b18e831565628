import { AmountInput } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import styles from './listing-form.module.css';
import { lastPlace } from './market-draft.ts';
import {
  fieldName,
  type NetworkDraft,
  type NetworkFault,
  type NetworkRow,
  networkAmounts,
  networkCounts,
  typedOf,
} from './network-draft.ts';

const MAX_DECIMALS = 18;

interface NetworkFieldsProps {
  readonly coin: string;
  /** The rows of this coin. */
  readonly rows: readonly NetworkRow[];
  readonly draft: NetworkDraft;
  readonly fault: NetworkFault | undefined;
  readonly mayEdit: boolean;
  readonly onChange: (part: NetworkDraft) => void;
}

/** The networks of a coin, with minimums, fee and confirmations. */
export function NetworkFields({ coin, rows, mayEdit, ...fields }: NetworkFieldsProps) {
  const { t } = useTranslation('listing');
  if (coin === '') return null;
  if (rows.length === 0) return <p className="dim">{t('networks.none', { coin })}</p>;
  return (
    <>
      {rows.map((row) => (
        <Network key={row.network} row={row} mayEdit={mayEdit} {...fields} />
      ))}
      <p className="dim">{t(mayEdit ? 'networks.next' : 'networks.readOnly')}</p>
    </>
  );
}

interface NetworkProps extends Omit<NetworkFieldsProps, 'coin' | 'rows'> {
  readonly row: NetworkRow;
}

function Network({ row, draft, fault, mayEdit, onChange }: NetworkProps) {
  const { t } = useTranslation('listing');
  return (
    <fieldset className={styles.section}>
      <legend>
        {t('networks.on', row)} <span className="faint">{t('networks.note')}</span>
      </legend>
      {[...networkAmounts, ...networkCounts].map((field) => {
        const name = fieldName(row, field);
        const isCount = networkCounts.some((one) => one === field);
        const text = typedOf(row, field, draft);
        return (
          <AmountInput
            key={field}
            name={name}
            label={t(`networks.fields.${field}`)}
            value={text}
            decimals={isCount ? 0 : MAX_DECIMALS}
            step={isCount ? '1' : lastPlace(text)}
            unit={isCount ? undefined : row.coin}
            disabled={!mayEdit}
            error={fault?.field === name ? t(`networks.${fault.text}`) : undefined}
            onChange={(next) => onChange({ [name]: next })}
          />
        );
      })}
    </fieldset>
  );
}
