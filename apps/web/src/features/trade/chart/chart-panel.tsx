import { Skeleton } from '@mantine/core';
import type { CandleInterval } from '@vitrine/contract';
import { lazyPart } from '@vitrine/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenCandleFeed } from '../shared/candle-feed.ts';
import { type ChartTab, usePageView } from '../shared/page-view.ts';
import { useTrade } from '../shared/trade-context.ts';
import type { ChartCommands } from './candle-chart.tsx';
import styles from './chart.module.css';
import {
  type ChartDesk,
  type ChartSettings,
  intervals,
  readChartSettings,
  writeChartSettings,
} from './chart-settings.ts';
import { ChartTools, IntervalChoice } from './chart-tools.tsx';
import { DepthChart } from './depth-chart.tsx';
import { useOwnLines } from './use-own-lines.ts';

const CandleChart = lazyPart(() => import('./candle-chart.tsx').then((m) => m.CandleChart));
const TABS = ['chart', 'depth', 'about'] as const satisfies readonly ChartTab[];

/** The intervals that the specification gives the chart page. */
const PAGE_INTERVALS = ['1m', '5m', '1h', '4h', '1d'] as const satisfies readonly CandleInterval[];

type ChartPanelProps = {
  readonly openFeed: OpenCandleFeed;
  /** What the tab 'Overview' shows. */
  readonly overview: ReactNode;
  readonly desk?: ChartDesk;
  /** Omits the panel's tabs: on a phone, the page's own tabs choose between chart, depth and rules. */
  readonly bare?: boolean;
};

/** Chart, depth and the rules of the market. The chart's settings are stored per pair in this browser. */
export function ChartPanel({ openFeed, overview, desk = 'spot', bare = false }: ChartPanelProps) {
  const { t } = useTranslation('trade');
  const { chartTab, showChartTab } = usePageView();
  const tab = bare ? 'chart' : chartTab;
  const chart = useChartSettings(desk);
  return (
    <div className={styles.panel}>
      <header className={styles.bar} data-drag>
        <h2 className="visually-hidden">{t('chart.title')}</h2>
        {tab === 'chart' ? (
          <>
            <IntervalChoice
              intervals={desk === 'chart' ? PAGE_INTERVALS : intervals}
              interval={chart.settings.interval}
              onChange={(interval) => chart.change({ interval })}
            />
            <ChartTools
              indicators={chart.settings.indicators}
              onIndicators={(indicators) => chart.change({ indicators })}
              commands={chart.commands}
            />
          </>
        ) : null}
        {bare ? null : (
          <fieldset className={styles.tabs}>
            <legend className="visually-hidden">{t('chart.view')}</legend>
            {TABS.map((each) => (
              <button key={each} type="button" aria-pressed={tab === each} onClick={() => showChartTab(each)}>
                {t(`chart.tab.${each}`)}
              </button>
            ))}
          </fieldset>
        )}
      </header>
      <div className={styles.body}>
        {tab === 'chart' ? <Candles openFeed={openFeed} chart={chart} /> : null}
        {tab === 'depth' ? <DepthChart /> : null}
        {tab === 'about' ? <div className={styles.overview}>{overview}</div> : null}
      </div>
    </div>
  );
}

type ChartModel = ReturnType<typeof useChartSettings>;

/** The settings of this pair's chart, and the commands of the chart that is on screen. */
const useChartSettings = (desk: ChartDesk) => {
  const { coin } = useTrade();
  const [settings, setSettings] = useState(() => readChartSettings(coin, desk));
  const [coinOfSettings, setCoinOfSettings] = useState(coin);
  if (coinOfSettings !== coin) {
    setCoinOfSettings(coin);
    setSettings(readChartSettings(coin, desk));
  }
  const [commands, setCommands] = useState<ChartCommands>();
  const change = (part: Partial<ChartSettings>) =>
    setSettings((before) => {
      const next = { ...before, ...part };
      writeChartSettings(coin, desk, next);
      return next;
    });
  return { settings, change, commands, setCommands };
};

function Candles({ openFeed, chart }: { readonly openFeed: OpenCandleFeed; readonly chart: ChartModel }) {
  const { coin, rules } = useTrade();
  const { lines, move } = useOwnLines();
  return (
    <Suspense fallback={<Skeleton height="100%" radius={0} />}>
      <CandleChart
        key={coin}
        coin={coin}
        rules={rules}
        settings={chart.settings}
        openFeed={openFeed}
        orderLines={lines}
        onOrderMoved={move}
        onDrawings={(drawings) => chart.change({ drawings })}
        onCommands={chart.setCommands}
      />
    </Suspense>
  );
}
