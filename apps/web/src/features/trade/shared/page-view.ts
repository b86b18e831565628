import { create } from 'zustand';

export type ChartTab = 'chart' | 'depth' | 'about';

/** What panels of a trade page show at the request of another panel. */
export const usePageView = create<{ readonly chartTab: ChartTab; readonly showChartTab: (tab: ChartTab) => void }>(
  (set) => ({ chartTab: 'chart', showChartTab: (chartTab) => set({ chartTab }) }),
);
