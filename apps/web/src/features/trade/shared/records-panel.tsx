import { Switch, Tabs } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './records-panel.module.css';

type RecordsPanelProps<Tab extends string> = {
  readonly tabs: readonly { readonly value: Tab; readonly label: string; readonly count?: ReactNode }[];
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  /** The label of the switch that leaves only this market's records; undefined if the list has no such switch. */
  readonly onlyThisText: string | undefined;
  readonly isOnlyThis: boolean;
  readonly onOnlyThis: (isOnlyThis: boolean) => void;
  /** The list shown; `tools` is the slot in the bar for its actions. */
  readonly children: (tab: Tab, tools: HTMLElement | null) => ReactNode;
};

/** The panel below a chart: lists of the client's orders, trades and holdings, one at a time. */
export function RecordsPanel<Tab extends string>(props: RecordsPanelProps<Tab>) {
  const { tabs, tab, onTab, onlyThisText, isOnlyThis, onOnlyThis, children } = props;
  const [tools, setTools] = useState<HTMLElement | null>(null);
  return (
    <Tabs
      className={styles.panel ?? ''}
      value={tab}
      onChange={(next) => next && onTab(next as Tab)}
      keepMounted={false}
    >
      <div className={styles.bar} data-drag>
        <Tabs.List className={styles.tabs ?? ''}>
          {tabs.map(({ value, label, count }) => (
            <Tabs.Tab key={value} value={value}>
              {label} {count}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div ref={setTools} className={styles.tools} />
        {onlyThisText === undefined ? null : (
          <Switch
            className={styles.switch ?? ''}
            size="xs"
            label={onlyThisText}
            checked={isOnlyThis}
            onChange={(event) => onOnlyThis(event.currentTarget.checked)}
          />
        )}
      </div>
      {tabs.map(({ value }) => (
        <Tabs.Panel key={value} value={value} className={styles.body ?? ''}>
          {children(value, tools)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
