import { useTranslation } from 'react-i18next';
import styles from './ticket.module.css';
import type { TimeInForce } from './types.ts';
import type { TicketModel } from './use-ticket.ts';

const TIMES = ['GTC', 'IOC', 'FOK'] as const satisfies readonly TimeInForce[];

/** The options of limit orders, as a row of chips; other kinds have no options. */
export function TicketOptions({ ticket }: { readonly ticket: TicketModel }) {
  const { t } = useTranslation('trade');
  const { form, dispatch } = ticket;
  if (form.kind !== 'limit' && form.kind !== 'scaled') return null;
  return (
    <div className={styles.options}>
      <button
        type="button"
        aria-pressed={form.postOnly}
        title={t('ticket.postOnlyNote')}
        onClick={() => dispatch({ type: 'post_only', on: !form.postOnly })}
      >
        {t('ticket.postOnly')}
      </button>
      {form.kind === 'limit' ? (
        <fieldset>
          <legend className="visually-hidden">{t('ticket.timeInForce')}</legend>
          {TIMES.map((each) => (
            <button
              key={each}
              type="button"
              aria-label={t(`time.${each}`)}
              title={t(`time.${each}`)}
              aria-pressed={form.timeInForce === each}
              onClick={() => dispatch({ type: 'time_in_force', timeInForce: each })}
            >
              {each}
            </button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
