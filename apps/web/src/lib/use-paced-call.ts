import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { type Paced, pace } from './pace.ts';

/** A function that schedules `run`, which runs at most `hertz` times a second, and never while the page is hidden. */
export const usePacedCall = (run: () => void, hertz: number): (() => void) => {
  const paced = useRef<Paced>(undefined);
  const onRun = useEffectEvent(run);
  useEffect(() => {
    const made = pace(() => onRun(), hertz);
    paced.current = made;
    return made.stop;
  }, [hertz]);
  return useCallback(() => paced.current?.mark(), []);
};
