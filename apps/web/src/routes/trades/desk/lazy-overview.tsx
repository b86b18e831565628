import { lazyPart } from '@vitrine/ui';
import { LazyPanel } from '../../../features/trade/shared/lazy-panel.tsx';

export const importOverview = () => import('./overview.tsx');
const Overview = lazyPart(() => importOverview().then((m) => m.Overview));

/** The coin and the rules of its market, loaded when their tab is first opened. */
export const LazyOverview = () => (
  <LazyPanel>
    <Overview />
  </LazyPanel>
);
