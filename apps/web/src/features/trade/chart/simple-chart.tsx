import { Skeleton } from '@mantine/core';
import { lazyPart } from '@vitrine/ui';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartInterval, OpenCandleFeed } from '../shared/candle-feed.ts';
import { useTrade } from '../shared/trade-context.ts';
import type { OwnLineProps } from './candle-chart.tsx';
import styles from './chart.module.css';
import { IntervalChoice } from './chart-tools.tsx';

const CandleChart = lazyPart(() => import('./candle-chart.tsx').then((m) => m.CandleChart));
const INTERVALS = ['1m', '5m', '1h', '1d'] as const satisfies readonly ChartInterval[];
/** The number of candles shown at first; `LEAST` and `MOST` are the range of the slider. */
const FIRST_VIEW = 20;
const LEAST = 10;
const MOST = 200;
const NONE: readonly never[] = [];

type SimpleChartProps = {
  readonly openFeed: OpenCandleFeed;
  /** The lines on the chart; by default there are none. */
  readonly useLines?: () => OwnLineProps | undefined;
};

const useNoLines = (): undefined => undefined;

/** Candles without tools: initially the last twenty; a slider shows more or fewer. */
export function SimpleChart({ openFeed, useLines = useNoLines }: SimpleChartProps) {
  const { t } = useTranslation('trade');
  const trade = useTrade();
  const ownLines = useLines();
  const [interval, setInterval] = useState<ChartInterval>('1d');
  const [inView, setInView] = useState(FIRST_VIEW);
  return (
    <div className={styles.simple}>
      <header className={styles.bar} data-drag>
        <h2 className="visually-hidden">{t('chart.title')}</h2>
        <IntervalChoice intervals={INTERVALS} interval={interval} onChange={setInterval} />
      </header>
      <div className={styles.body}>
        <Suspense fallback={<Skeleton height="100%" radius={0} />}>
          <CandleChart
            trade={trade}
            interval={interval}
            openFeed={openFeed}
            studies={NONE}
            drawings={NONE}
            look="candle_solid"
            candlesInView={inView}
            {...(ownLines ? { ownLines } : {})}
          />
        </Suspense>
      </div>
      <label className={styles.zoom}>
        <span>{t('chart.inView', { count: inView })}</span>
        <input
          type="range"
          min={LEAST}
          max={MOST}
          value={inView}
          onChange={(event) => setInView(event.currentTarget.valueAsNumber)}
        />
      </label>
    </div>
  );
}
