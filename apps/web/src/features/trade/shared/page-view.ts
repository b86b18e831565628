import { create } from 'zustand';

export type ChartTab = 'chart' | 'depth' | 'about';

/** View changes that one panel of the trade page requests from another. */
export const usePageView = create<{ readonly chartTab: ChartTab; readonly showChartTab: (tab: ChartTab) => void }>(
  (set) => ({ chartTab: 'chart', showChartTab: (chartTab) => set({ chartTab }) }),
);
