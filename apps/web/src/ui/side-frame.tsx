import { Skeleton } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsLikelyClient } from '../lib/session.ts';
import styles from './side-frame.module.css';
import { useChosenInView } from './use-chosen-in-view.ts';

type SideFrameProps = {
  /** The label of the side links, for screen readers. */
  readonly label: string;
  /** For signed-in clients only: visitors have no access to these pages. */
  readonly links: ReactNode;
  /** Undefined while the page loads. */
  readonly title: string | undefined;
  /** Content beside the title, such as how fresh the page's figures are. */
  readonly mark?: ReactNode;
  readonly lead?: ReactNode;
  /** Uses more of a large screen: for pages with several columns. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/** A section of the site with its own links: beside the page on a desktop, above it on narrow screens. */
export function SideFrame({ label, links, title, mark, lead, isWide = false, children }: SideFrameProps) {
  const nav = useChosenInView<HTMLElement>(useRouterState({ select: (state) => state.location.pathname }));
  const isClient = useIsLikelyClient();
  return (
    <div className={isClient ? styles.frame : styles.alone} aria-busy={title === undefined || undefined}>
      {isClient ? (
        <nav ref={nav} className={styles.side} aria-label={label}>
          {links}
        </nav>
      ) : null}
      <div className={styles.page} data-wide={isWide || undefined}>
        <header className={styles.title}>
          {title === undefined ? <Skeleton height={37} width={220} radius={8} /> : <h1>{title}</h1>}
          {mark}
        </header>
        {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </div>
  );
}
