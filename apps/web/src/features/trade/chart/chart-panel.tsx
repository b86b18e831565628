import { Skeleton } from '@mantine/core';
import { lazyPart, lazyTogether } from '@vitrine/ui';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../../../lib/i18n.ts';
import { fetchAhead, fetchAheadBy } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import type { ChartInterval, OpenCandleFeed } from '../shared/candle-feed.ts';
import { LazyPanel } from '../shared/lazy-panel.tsx';
import { type ChartTab, usePageView } from '../shared/page-view.ts';
import { useTrade } from '../shared/trade-context.ts';
import type { ChartCommands, OwnLineProps } from './candle-chart.tsx';
import styles from './chart.module.css';
import { type ChartDesk, type ChartView, readChartView, usePairChart, writeChartView } from './chart-settings.ts';
import type { LegendButton } from './chart-styles.ts';
import { ChartTools, IntervalChoice } from './chart-tools.tsx';
import type { DrawingState } from './drawings.ts';
import { importIndicators, needsMoreIndicators } from './import-indicators.ts';
import { changedStudy, type IndicatorName, indicatorNames } from './studies.ts';
import { ToolRail } from './tool-rail.tsx';
import { useOwnLines } from './use-own-lines.ts';

const importDepth = () => import('./depth-chart.tsx');
const DepthChart = lazyPart(() => importDepth().then((m) => m.DepthChart));
const CandleChart = lazyPart(() => import('./candle-chart.tsx').then((m) => m.CandleChart));
// With the code of all indicators, so that each is drawn as soon as it is switched on.
const StudiesDialog = lazyTogether(
  () => import('./studies-dialog.tsx').then((m) => m.StudiesDialog),
  () => Promise.all([i18n.loadNamespaces('studies'), importIndicators()]),
);
const TABS = ['chart', 'depth', 'about'] as const satisfies readonly ChartTab[];

/** The intervals in each page's toolbar; a menu has all other intervals. */
const INTERVALS: Record<ChartDesk, readonly ChartInterval[]> = {
  spot: ['1m', '5m', '15m', '1h', '4h', '1d'],
  // The specification lists these intervals for the chart page and the futures page.
  chart: ['1m', '5m', '1h', '4h', '1d'],
  futures: ['1m', '5m', '1h', '4h', '1d'],
};

type ChartPanelProps = {
  readonly openFeed: OpenCandleFeed;
  /** The content of the 'Overview' tab. */
  readonly overview: ReactNode;
  /** Loads the code of `overview`, if it has its own chunk. */
  readonly importOverview?: (() => Promise<unknown>) | undefined;
  /** The lines on the chart. */
  readonly useLines?: () => OwnLineProps;
  readonly desk?: ChartDesk;
  /** Omits the panel's tabs: on a phone, the page's own tabs choose between chart, depth and rules. */
  readonly bare?: boolean;
};

/** The tabs for the chart, the depth, and the coin with the rules of its market. */
export function ChartPanel(props: ChartPanelProps) {
  const { openFeed, overview, importOverview, useLines = useOwnLines, desk = 'spot', bare = false } = props;
  const { t } = useTranslation('trade');
  const { chartTab, showChartTab } = usePageView();
  const tab = bare ? 'chart' : chartTab;
  const imports = { chart: undefined, depth: importDepth, about: importOverview };
  const chart = useChartModel(desk, !bare);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.panel} ref={panel}>
      <header className={styles.bar} data-drag>
        <h2 className="visually-hidden">{t('chart.title')}</h2>
        {tab === 'chart' ? (
          <>
            <IntervalChoice
              intervals={INTERVALS[desk]}
              pinned={chart.view.pinned}
              interval={chart.view.interval}
              onChange={(interval) => chart.setView({ interval })}
              onPinned={(pinned) => chart.setView({ pinned })}
            />
            <ChartTools chart={chart} panel={panel} />
          </>
        ) : null}
        {bare ? null : (
          <fieldset className={styles.tabs}>
            <legend className="visually-hidden">{t('chart.view')}</legend>
            {TABS.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={tab === each}
                {...fetchAheadBy(imports[each])}
                onClick={() => showChartTab(each)}
              >
                {t(`chart.tab.${each}`)}
              </button>
            ))}
          </fieldset>
        )}
      </header>
      <div className={styles.body}>
        {tab === 'chart' ? <Candles openFeed={openFeed} chart={chart} useLines={useLines} /> : null}
        {tab === 'depth' ? (
          <LazyPanel>
            <DepthChart />
          </LazyPanel>
        ) : null}
        {tab === 'about' ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          <section className={styles.overview} tabIndex={0} aria-label={t('chart.tab.about')}>
            {overview}
          </section>
        ) : null}
      </div>
    </div>
  );
}

export type ChartModel = ReturnType<typeof useChartModel>;

/** This page's display settings, the client's settings for the pair, and the commands of the visible chart. */
const useChartModel = (desk: ChartDesk, hasRail: boolean) => {
  const { coin } = useTrade();
  const [view, setWholeView] = useState(() => readChartView(desk));
  const [pair, setPair] = usePairChart(coin);
  const [commands, setCommands] = useState<ChartCommands>();
  const [drawing, setDrawing] = useState<DrawingState>();
  const [isAutoScale, setAutoScale] = useState(true);
  const [isRailShown, setRailShown] = useState(hasRail);
  const [studiesFor, setStudiesFor] = useState<IndicatorName | 'all'>();
  const setView = (change: Partial<ChartView>) => {
    const next = { ...view, ...change };
    setWholeView(next);
    writeChartView(desk, next);
  };
  return {
    view,
    setView,
    pair,
    setPair,
    commands,
    setCommands,
    drawing,
    setDrawing,
    isAutoScale,
    setAutoScale,
    isRailShown,
    setRailShown,
    /** The indicator whose settings are open; 'all' for the list of indicators, undefined if the dialog is closed. */
    studiesFor,
    setStudiesFor,
  };
};

type CandlesProps = Required<Pick<ChartPanelProps, 'openFeed' | 'useLines'>> & { readonly chart: ChartModel };

function Candles({ openFeed, chart, useLines }: CandlesProps) {
  const trade = useTrade();
  const ownLines = useLines();
  const { pair, setPair, view } = chart;
  const needsMore = needsMoreIndicators(pair.studies);
  useEffect(() => (needsMore ? fetchAhead(importIndicators)() : undefined), [needsMore]);
  const onStudyButton = (name: string, button: LegendButton) => {
    const known = indicatorNames.find((each) => each === name);
    const study = pair.studies.find((each) => each.name === name);
    if (button === 'remove') setPair({ studies: pair.studies.filter((each) => each.name !== name) });
    else if (button === 'hide' && study)
      setPair({ studies: changedStudy(pair.studies, { ...study, hidden: !study.hidden }) });
    else if (known) chart.setStudiesFor(known);
  };
  return (
    <div className={styles.drawn} data-rail={chart.isRailShown || undefined}>
      {chart.isRailShown ? <ToolRail commands={chart.commands} state={chart.drawing} /> : null}
      <div className={styles.canvasPlace}>
        <Suspense fallback={<Skeleton height="100%" radius={0} />}>
          <CandleChart
            trade={trade}
            interval={view.interval}
            openFeed={openFeed}
            studies={pair.studies}
            drawings={pair.drawings}
            look={view.candles}
            isLogarithmic={view.isLogarithmic}
            isUtc={view.isUtc}
            ownLines={ownLines}
            onDrawings={(drawings) => setPair({ drawings })}
            onDrawingState={chart.setDrawing}
            onStudyButton={onStudyButton}
            onAutoScale={chart.setAutoScale}
            onCommands={chart.setCommands}
          />
        </Suspense>
        <Corner chart={chart} />
      </div>
      {chart.studiesFor === undefined ? null : (
        <LazyPart>
          <StudiesDialog
            studies={pair.studies}
            opened={chart.studiesFor}
            onChange={(studies) => setPair({ studies })}
            onClose={() => chart.setStudiesFor(undefined)}
          />
        </LazyPart>
      )}
    </div>
  );
}

/**
 * The buttons in the corner of the axes: one returns to the automatic price scale after the client has dragged it, the
 * other switches times between UTC and the client's time zone.
 */
function Corner({ chart: { view, setView, isAutoScale, setAutoScale, commands } }: { readonly chart: ChartModel }) {
  const { t } = useTranslation('trade');
  return (
    <div className={styles.corner}>
      {isAutoScale ? null : (
        <button
          type="button"
          title={t('chart.autoScaleHint')}
          onClick={() => {
            commands?.autoScale();
            setAutoScale(true);
          }}
        >
          {t('chart.autoScale')}
        </button>
      )}
      <button
        type="button"
        title={t(view.isUtc ? 'chart.zone.toLocal' : 'chart.zone.toUtc')}
        onClick={() => setView({ isUtc: !view.isUtc })}
      >
        {t(view.isUtc ? 'chart.zone.utc' : 'chart.zone.local')}
      </button>
    </div>
  );
}
