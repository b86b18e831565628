import { AmountInput, formatPercent, formatSigned } from '@vitrine/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './attached-fields.module.css';
import {
  ATTACHED,
  type AttachedError,
  type AttachedForm,
  type AttachedKind,
  type AttachedOrder,
  outcomeAt,
  priceAtPercent,
} from './attached-prices.ts';
import ticketStyles from './ticket.module.css';

const PERCENTS = [1, 2, 5, 10] as const;

type AttachedFieldsProps = {
  readonly form: AttachedForm;
  readonly order: AttachedOrder;
  readonly decimals: number;
  readonly quote: string;
  /** The explanation of the take-profit and the stop-loss. */
  readonly note: string;
  readonly error: AttachedError | undefined;
  /** The id of the element that shows the error. */
  readonly errorId: string;
  /** The orders that the form offers: take-profit, stop-loss or, by default, both. */
  readonly kinds?: readonly AttachedKind[] | undefined;
  readonly onChange: (part: Partial<AttachedForm>) => void;
};

/** The take-profit and the stop-loss of an order, behind a button. */
export function AttachedFields({ note, ...props }: AttachedFieldsProps) {
  const { form, order, decimals, quote, error, errorId, kinds = ATTACHED, onChange } = props;
  const { t } = useTranslation('trade');
  const id = useId();
  const field = (kind: AttachedKind) => {
    const label = t(`attached.${kind}`);
    return (
      <div key={kind} className={styles.field}>
        <AmountInput
          layout="inline"
          label={label}
          value={form[kind]}
          onChange={(text) => onChange({ [kind]: text })}
          decimals={decimals}
          step={order.tick}
          unit={quote}
          error={error?.field === kind ? t(`errors.${error.code}`, error.values) : undefined}
          errorId={errorId}
        />
        <div className={styles.below}>
          <p className="num" title={t('attached.outcome', { quote })}>
            {outcomeText(form[kind], order)}
          </p>
          <fieldset>
            <legend className="visually-hidden">{t('attached.percents', { label })}</legend>
            {PERCENTS.map((percent) => (
              <button
                key={percent}
                type="button"
                disabled={!order.entry}
                onClick={() => onChange({ [kind]: priceAtPercent(kind, percent, order) })}
              >
                {percent}%
              </button>
            ))}
          </fieldset>
        </div>
      </div>
    );
  };
  return (
    <div className={styles.attached}>
      <div className={ticketStyles.options}>
        <button
          type="button"
          aria-expanded={form.attaches}
          aria-controls={id}
          aria-pressed={form.attaches}
          title={note}
          onClick={() => onChange({ attaches: !form.attaches })}
        >
          {t('attached.open')}
        </button>
      </div>
      {form.attaches ? (
        <div id={id} className={styles.fields}>
          {kinds.map(field)}
          <p className={styles.note}>{note}</p>
        </div>
      ) : null}
    </div>
  );
}

/** A price's distance from the entry and the profit at that price in quote units, such as '+5.00% · +10.00'. */
const outcomeText = (text: string, order: AttachedOrder): string => {
  const outcome = outcomeAt(text, order);
  if (!outcome) return '';
  const { percent, profit } = outcome;
  return [formatPercent(percent), ...(profit === undefined ? [] : [formatSigned(profit, 2)])].join(' · ');
};
