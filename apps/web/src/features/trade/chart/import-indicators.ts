import type { Study } from './studies.ts';

/** The indicators of a new client's chart. Their code is in the chart's own chunk. */
const FIRST: readonly string[] = ['MA', 'VOL'];

/** All other indicators. */
export const importIndicators = () => import('klinecharts/indicators');

export const needsMoreIndicators = (studies: readonly Study[]): boolean =>
  studies.some(({ name }) => !FIRST.includes(name));
