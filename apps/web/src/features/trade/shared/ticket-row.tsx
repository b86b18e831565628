import type { ReactNode } from 'react';
import styles from './ticket.module.css';

type TicketRowProps = {
  readonly label: string;
  readonly note?: string | undefined;
  readonly title?: string;
  readonly children: ReactNode;
};

/** A line of a ticket's calculation. */
export function TicketRow({ label, note, title, children }: TicketRowProps) {
  return (
    <p className={styles.row} title={title}>
      <span>
        {label}
        {note ? <small className="faint"> {note}</small> : null}
      </span>
      <b className="num">{children}</b>
    </p>
  );
}
