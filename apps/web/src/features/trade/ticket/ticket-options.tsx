import { Checkbox } from '@mantine/core';
import { BareSelect } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import styles from './ticket.module.css';
import type { TimeInForce } from './types.ts';
import type { TicketModel } from './use-ticket.ts';

const TIMES = ['GTC', 'IOC', 'FOK'] as const satisfies readonly TimeInForce[];

/** Options for how a plain limit order behaves; other kinds have none. */
export function TicketOptions({ ticket }: { readonly ticket: TicketModel }) {
  const { t } = useTranslation('trade');
  const { form, dispatch } = ticket;
  if (form.kind !== 'limit') return null;
  return (
    <div className={styles.options}>
      <Checkbox
        size="xs"
        radius={4}
        label={t('ticket.postOnly')}
        checked={form.postOnly}
        onChange={(event) => dispatch({ type: 'post_only', on: event.currentTarget.checked })}
      />
      <BareSelect
        aria-label={t('ticket.timeInForce')}
        value={form.timeInForce}
        onChange={(event) => dispatch({ type: 'time_in_force', timeInForce: event.currentTarget.value as TimeInForce })}
      >
        {TIMES.map((each) => (
          <option key={each} value={each}>
            {t(`time.${each}`)}
          </option>
        ))}
      </BareSelect>
    </div>
  );
}
