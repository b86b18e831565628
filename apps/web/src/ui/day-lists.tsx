import type { ReactNode } from 'react';
import { byDay } from '../lib/by-day.ts';
import styles from './day-lists.module.css';

type DayListsProps<T> = {
  /** In chronological order, newest or oldest first. */
  readonly items: readonly T[];
  /** One item, as `<li>` with a key. */
  readonly children: (item: T) => ReactNode;
};

/** A list under a heading for each day. `--day-inset` is the horizontal padding of the headings. */
export function DayLists<T extends { readonly time: number }>({ items, children }: DayListsProps<T>) {
  return byDay(items).map(({ name, items: ofDay }) => (
    <section key={name}>
      <h3 className={styles.day}>{name}</h3>
      <ul className={styles.list}>{ofDay.map(children)}</ul>
    </section>
  ));
}
