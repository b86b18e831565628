import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePriceAge } from '../shared/price-age.ts';
import styles from '../shared/ticket.module.css';
import { useTrade } from '../shared/trade-context.ts';
import { KindTabs } from './kind-tabs.tsx';
import { TicketArithmetic } from './ticket-arithmetic.tsx';
import { TicketAttached } from './ticket-attached.tsx';
import { Available, TicketFields } from './ticket-fields.tsx';
import { TicketFoot } from './ticket-foot.tsx';
import { TicketOptions } from './ticket-options.tsx';
import type { Side, TicketWish } from './types.ts';
import { useTicket } from './use-ticket.ts';
import { actText, obstacleText } from './words.ts';

const SIDES = ['BUY', 'SELL'] as const;

type TicketProps = {
  readonly wanted?: TicketWish | undefined;
  /** If given, the form is for this side only. */
  readonly side?: Side;
  /** `sheet` puts amount and total side by side, for phones. */
  readonly shape?: 'panel' | 'sheet';
  readonly onSent?: () => void;
};

/** The order ticket: renders the form and sends the order. */
export function Ticket({ wanted, side, shape = 'panel', onSent }: TicketProps) {
  const { t } = useTranslation('trade');
  const { rules, market } = useTrade();
  const ticket = useTicket(wanted, side);
  const { form, summary, dispatch } = ticket;

  const element = useRef<HTMLFormElement>(null);
  // On a phone, a focused field would open the keyboard over the ticket.
  useEffect(() => {
    const field = wanted && shape === 'panel' ? element.current?.elements.namedItem('amount') : undefined;
    if (field instanceof HTMLInputElement) field.focus();
  }, [wanted, shape]);

  // Prices change several times a second; these parts of the form do not depend on them.
  const sides = useMemo(
    () => (side ? null : <Sides side={form.side} onChange={(next) => dispatch({ type: 'side', side: next })} />),
    [side, form.side, dispatch],
  );
  const kinds = useMemo(
    () => <KindTabs kind={form.kind} onChange={(kind) => dispatch({ type: 'kind', kind })} />,
    [form.kind, dispatch],
  );

  const obstacle = obstacleText(t, ticket, usePriceAge(market));

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await ticket.submit()) onSent?.();
  };

  return (
    <form
      ref={element}
      className={styles.ticket}
      data-shape={shape}
      data-side={form.side}
      onSubmit={onSubmit}
      noValidate
    >
      {sides}
      <div className={styles.what}>
        {kinds}
        <Available ticket={ticket} />
      </div>
      <TicketFields ticket={ticket} shape={shape} />
      <TicketOptions ticket={ticket} />
      <TicketAttached ticket={ticket} />
      <div className={styles.end}>
        <TicketArithmetic ticket={ticket} />
        <Button
          type="submit"
          className={styles.submit ?? ''}
          data-side={form.side === 'BUY' ? 'buy' : 'sell'}
          loading={ticket.sending}
          disabled={obstacle !== undefined}
          fullWidth
        >
          {obstacle ?? actText(t, form, rules, summary)}
        </Button>
        <TicketFoot ticket={ticket} />
      </div>
    </form>
  );
}

type SidesProps = { readonly side: Side; readonly onChange: (side: Side) => void };

function Sides({ side, onChange }: SidesProps) {
  const { t } = useTranslation('trade');
  return (
    <fieldset className={styles.sides}>
      <legend className="visually-hidden">{t('ticket.side')}</legend>
      {SIDES.map((each) => (
        <button key={each} type="button" data-side={each} aria-pressed={side === each} onClick={() => onChange(each)}>
          {t(`side.${each}`)}
        </button>
      ))}
    </fieldset>
  );
}
