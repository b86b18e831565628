import { Skeleton } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsLikelyClient } from '../lib/session.ts';
import styles from './side-frame.module.css';
import { useChosenInView } from './use-chosen-in-view.ts';

type SideFrameProps = {
  /** The label of the side links, for screen readers. */
  readonly label: string;
  /** For who is signed in: to a visitor these pages are closed. */
  readonly links: ReactNode;
  /** Undefined while the page is on its way. */
  readonly title: string | undefined;
  /** Beside the title, such as how fresh the page's figures are. */
  readonly mark?: ReactNode;
  readonly lead?: ReactNode;
  /** Uses more of a large screen: for pages of several columns. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/** A part of the site with its own links: beside the page on a desk, above it where it is narrow. */
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
