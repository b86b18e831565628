import { IconChartArea, IconChartCandle, IconChartLine, IconDots, IconPencil, IconTool } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { type ChartInterval, chartIntervals } from '../shared/candle-feed.ts';
import { useTrade } from '../shared/trade-context.ts';
import styles from './chart.module.css';
import type { ChartModel } from './chart-panel.tsx';
import { type CandleLook, candleLooks } from './chart-settings.ts';

type IntervalChoiceProps = {
  readonly intervals: readonly ChartInterval[];
  readonly interval: ChartInterval;
  readonly onChange: (interval: ChartInterval) => void;
  /** Intervals that the client has added to the toolbar; without `onPinned`, none can be added. */
  readonly pinned?: readonly ChartInterval[];
  readonly onPinned?: (pinned: readonly ChartInterval[]) => void;
};

/** The intervals in the toolbar; a menu has all other intervals, which can be added to the toolbar. */
export function IntervalChoice({ intervals, interval, onChange, pinned = [], onPinned }: IntervalChoiceProps) {
  const { t } = useTranslation('trade');
  const shown = chartIntervals.filter((each) => intervals.includes(each) || pinned.includes(each) || each === interval);
  const others = chartIntervals.filter((each) => !intervals.includes(each));
  const toggle = (each: ChartInterval) =>
    onPinned?.(pinned.includes(each) ? pinned.filter((one) => one !== each) : [...pinned, each]);
  const groups = [
    {
      key: 'intervals',
      title: t('chart.otherIntervals'),
      entries: others.map((each) => ({
        key: each,
        label: each,
        isChosen: each === interval,
        onChoose: () => onChange(each),
      })),
    },
    {
      key: 'pinned',
      title: t('chart.pinned'),
      entries: others.map((each) => ({
        key: each,
        label: t('chart.pin', { interval: each }),
        isChosen: pinned.includes(each),
        onChoose: () => toggle(each),
      })),
    },
  ];
  return (
    <fieldset className={styles.intervals}>
      <legend className="visually-hidden">{t('chart.interval')}</legend>
      {shown.map((each) => (
        <button key={each} type="button" aria-pressed={interval === each} onClick={() => onChange(each)}>
          {each}
        </button>
      ))}
      {onPinned ? (
        <MenuButton
          takesMany
          position="bottom-start"
          groups={groups}
          button={
            <button type="button" aria-label={t('chart.otherIntervals')} title={t('chart.otherIntervals')}>
              <IconDots size={16} aria-hidden="true" />
            </button>
          }
        />
      ) : null}
    </fieldset>
  );
}

type ChartToolsProps = { readonly chart: ChartModel; readonly panel: RefObject<HTMLElement | null> };

/** Indicators, drawing tools, chart type, saving the chart as an image, and full screen. */
export function ChartTools({ chart, panel }: ChartToolsProps) {
  const { t } = useTranslation('trade');
  const { rules } = useTrade();
  const { view, setView, commands } = chart;
  const looks = candleLooks.map((look) => ({
    key: look,
    label: t(`chart.look.${look}`),
    isChosen: look === view.candles,
    onChoose: () => setView({ candles: look }),
  }));
  const whole = () => (document.fullscreenElement ? document.exitFullscreen() : panel.current?.requestFullscreen());
  const more = [
    {
      key: 'picture',
      label: t('chart.picture'),
      onChoose: () => commands?.savePicture(`vitrine-${rules.name}-${view.interval}.png`),
    },
    { key: 'whole', label: t('chart.fullScreen'), onChoose: () => void whole() },
  ];
  const scale = [
    {
      key: 'scale',
      label: t('chart.logarithmic'),
      isChosen: view.isLogarithmic,
      onChoose: () => setView({ isLogarithmic: !view.isLogarithmic }),
    },
    {
      key: 'auto',
      label: t('chart.autoScaleMenu'),
      isChosen: chart.isAutoScale,
      onChoose: () => {
        commands?.autoScale();
        chart.setAutoScale(true);
      },
    },
  ];
  return (
    <div className={styles.tools}>
      <MenuButton
        position="bottom-start"
        groups={[
          { key: 'looks', entries: looks },
          { key: 'scale', entries: scale },
          { key: 'more', entries: more },
        ]}
        button={
          <button type="button" aria-label={t('chart.looks')} title={t('chart.looks')}>
            <LookIcon look={view.candles} />
          </button>
        }
      />
      <button type="button" aria-haspopup="dialog" onClick={() => chart.setStudiesFor('all')}>
        <IconTool size={16} aria-hidden="true" /> <span>{t('chart.indicators')}</span>
      </button>
      <button
        type="button"
        aria-label={t('chart.draw')}
        title={t('chart.draw')}
        aria-pressed={chart.isRailShown}
        onClick={() => chart.setRailShown(!chart.isRailShown)}
      >
        <IconPencil size={17} aria-hidden="true" />
      </button>
    </div>
  );
}

function LookIcon({ look }: { readonly look: CandleLook }) {
  const Icon = look === 'area' ? IconChartArea : look === 'line' ? IconChartLine : IconChartCandle;
  return <Icon size={17} />;
}
