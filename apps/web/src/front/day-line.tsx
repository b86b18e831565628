import { useEffect, useRef, useState } from 'react';
import { Sparkline } from '../ui/sparkline.tsx';
import { read } from './live.ts';
import { directionOf } from './numbers.ts';

const HOURS = 24;
const known = new Map<string, Promise<readonly number[]>>();

/** Closing prices of the last 24 hours, requested once per coin. */
function dayOf(coin: string): Promise<readonly number[]> {
  const asked = known.get(coin);
  if (asked) return asked;
  const query = `?symbol=${encodeURIComponent(coin)}&timeframe=1h&limit=${HOURS}`;
  const values = read('GET /api/v2/chart/chart-series', query).then(
    (answer) => answer?.series.map(({ close }) => Number(close)) ?? [],
  );
  known.set(coin, values);
  return values;
}

interface DayLineProps {
  readonly coin: string;
  readonly percent: string;
  readonly width: number;
  readonly height: number;
}

/** A sparkline of a coin's last 24 hours. The data is requested when it scrolls into view. */
export function DayLine({ coin, percent, width, height }: DayLineProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [values, setValues] = useState<readonly number[]>([]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let isShown = true;
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      void dayOf(coin).then((next) => isShown && setValues(next));
    });
    watcher.observe(element);
    return () => {
      isShown = false;
      watcher.disconnect();
    };
  }, [coin]);
  return (
    <span ref={box}>
      <Sparkline values={values} direction={directionOf(percent)} width={width} height={height} />
    </span>
  );
}
