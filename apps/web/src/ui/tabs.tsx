import type { KeyboardEvent, ReactNode } from 'react';
import { fetchAheadBy } from './fetch-ahead.ts';
import styles from './tabs.module.css';

interface TabEntry<Tab extends string> {
  readonly value: Tab;
  readonly label: ReactNode;
  /** Loads the code of the tab's content, if the content is in its own chunk. */
  readonly load?: (() => Promise<unknown>) | undefined;
}

type TabListProps<Tab extends string> = {
  /** The id of the panel that shows the selected tab. */
  readonly id: string;
  readonly tabs: readonly TabEntry<Tab>[];
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  /** Whether the tabs share the whole width, with a line below them. */
  readonly isWide?: boolean;
  readonly className?: string | undefined;
};

const tabId = (id: string, tab: string): string => `${id}-${tab}`;

/** A row of tabs. The arrow keys, Home and End select a tab. */
export function TabList<Tab extends string>({ id, tabs, tab, onTab, isWide, className }: TabListProps<Tab>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ value }) => value === tab);
    const moves: Partial<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
    const to = moves[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)?.value;
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onTab(next);
    document.getElementById(tabId(id, next))?.focus();
  };
  return (
    <div className={`${styles.list} ${className ?? ''}`} role="tablist" data-wide={isWide || undefined}>
      {tabs.map(({ value, label, load }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={tabId(id, value)}
          aria-selected={value === tab}
          aria-controls={id}
          tabIndex={value === tab ? 0 : -1}
          {...fetchAheadBy(load)}
          onClick={() => onTab(value)}
          onKeyDown={onKeyDown}
        >
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}

type TabPanelProps = {
  readonly id: string;
  readonly tab: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** The content of the selected tab. It is remounted with each tab, so that nothing of the previous tab remains. */
export function TabPanel({ id, tab, className, children }: TabPanelProps) {
  return (
    <div key={tab} role="tabpanel" id={id} aria-labelledby={tabId(id, tab)} className={className}>
      {children}
    </div>
  );
}
