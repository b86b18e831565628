import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SmallSwitch } from '../../../ui/small-switch.tsx';
import { TabList, TabPanel } from '../../../ui/tabs.tsx';
import { useAfterPaint } from '../../../ui/use-after-paint.ts';
import styles from './records-panel.module.css';

type RecordsPanelProps<Tab extends string> = {
  readonly tabs: readonly {
    readonly value: Tab;
    readonly label: string;
    readonly count?: ReactNode;
    /** Loads the code of the tab's list, if that code is in its own chunk. */
    readonly load?: (() => Promise<unknown>) | undefined;
  }[];
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  /** The label of the switch that limits the list to this market; undefined if the list has no such switch. */
  readonly onlyThisText: string | undefined;
  readonly isOnlyThis: boolean;
  readonly onOnlyThis: (isOnlyThis: boolean) => void;
  /** Whether only the bar is visible; without `onCollapse`, the list cannot be hidden. */
  readonly isCollapsed?: boolean;
  readonly onCollapse?: (isCollapsed: boolean) => void;
  /** The list shown; `tools` is the slot in the bar for its actions. */
  readonly children: (tab: Tab, tools: HTMLElement | null) => ReactNode;
};

/** The panel below a chart: lists of the client's orders, trades and holdings, one at a time. */
export function RecordsPanel<Tab extends string>(props: RecordsPanelProps<Tab>) {
  const { tabs, tab, onTab, onlyThisText, isOnlyThis, onOnlyThis, isCollapsed = false, onCollapse, children } = props;
  const { t } = useTranslation('trade');
  const id = useId();
  // Rendering a list takes several times as long as marking its tab.
  const shown = useAfterPaint(tab);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.panel} data-collapsed={isCollapsed || undefined}>
      <div className={styles.bar} data-drag>
        <TabList
          id={id}
          className={styles.tabs}
          tabs={tabs.map(({ value, label, count, load }) => ({
            value,
            load,
            label: (
              <>
                {label} {count}
              </>
            ),
          }))}
          tab={tab}
          onTab={(next) => {
            onTab(next);
            onCollapse?.(false);
          }}
        />
        <div ref={setTools} className={styles.tools} />
        {onlyThisText === undefined ? null : (
          <SmallSwitch className={styles.switch} label={onlyThisText} isOn={isOnlyThis} onChange={onOnlyThis} />
        )}
        {onCollapse ? (
          <button
            type="button"
            className={styles.collapse}
            aria-expanded={!isCollapsed}
            aria-label={t('orders.collapse')}
            title={t(isCollapsed ? 'orders.expandHint' : 'orders.collapseHint')}
            onClick={() => onCollapse(!isCollapsed)}
          >
            <IconChevronDown size={16} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <TabPanel id={id} tab={shown} className={styles.body}>
        {children(shown, tools)}
      </TabPanel>
    </div>
  );
}
