// The modules that tools/src/chart-library.ts generates from the chart library.
declare module 'klinecharts/indicators' {
  import type { IndicatorTemplate } from 'klinecharts';
  export const templates: readonly IndicatorTemplate[];
}
declare module 'klinecharts/overlays' {
  import type { OverlayTemplate } from 'klinecharts';
  export const templates: readonly OverlayTemplate[];
}
