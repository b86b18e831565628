import type { ReactNode } from 'react';
import { usePageTitle } from '../lib/use-page-title.ts';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** One or two sentences on the page's purpose. */
  readonly lead?: ReactNode;
  /** Right of the title: the page's one primary button, or a filter. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every console page: a header with its title, then panes divided by lines. */
export function Page({ title, lead, side, children }: PageProps) {
  usePageTitle(title);
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {lead ? <p>{lead}</p> : null}
        </div>
        {side ? <div className={styles.side}>{side}</div> : null}
      </header>
      <div className={styles.body}>{children}</div>
    </>
  );
}

interface PaneProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page, set off by lines instead of a card: adjacent panes share an edge. */
export function Pane({ title, note, side, children }: PaneProps) {
  return (
    <section className={styles.pane} aria-label={title}>
      <div className={styles.paneHead}>
        <h2>{title}</h2>
        {note ? <span className={styles.note}>{note}</span> : null}
        {side ? <span className={styles.paneSide}>{side}</span> : null}
      </div>
      {children}
    </section>
  );
}
