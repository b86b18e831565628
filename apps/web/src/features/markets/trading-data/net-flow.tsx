import { formatCompact, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { Chart, HEIGHT, Line, WIDTH } from './chart.tsx';
import { type DataWindow, type TakerFlow, useTakerFlow } from './data.ts';
import { DataCard } from './data-card.tsx';
import { minus } from './sums.ts';
import styles from './trading-data.module.css';

const isEmpty = ({ periods }: TakerFlow): boolean => periods.every(({ buy, sell }) => Number(buy) + Number(sell) === 0);
const closesOf = ({ periods }: TakerFlow): string[] =>
  periods.map(({ close }) => close).filter((close) => close !== '');

/** Taker buys minus taker sells in each period, with the price. */
export function NetFlow({ name, window }: { readonly name: string | undefined; readonly window: DataWindow }) {
  const { t } = useTranslation('markets');
  return (
    <DataCard
      title={t(`data.net.${window}`)}
      span={5}
      edge="right"
      query={useTakerFlow(name, window)}
      isEmpty={isEmpty}
      emptyText={t('data.noTrades')}
      note={(flow) => {
        const closes = closesOf(flow).sort((a, b) => Number(a) - Number(b));
        return t('data.net.note', { low: formatPrice(closes[0]), high: formatPrice(closes.at(-1)) });
      }}
    >
      {(flow) => <Bars flow={flow} />}
    </DataCard>
  );
}

const MIDDLE = HEIGHT / 2;
const BAR = 0.7;

function Bars({ flow }: { readonly flow: TakerFlow }) {
  const { t } = useTranslation('markets');
  const nets = flow.periods.map(({ buy, sell }) => Number(minus(buy, sell)));
  const most = Math.max(...nets.map(Math.abs)) || 1;
  const step = WIDTH / nets.length;
  const prices = closesOf(flow).map(Number);
  const height = (net: number) => (Math.abs(net) / most) * MIDDLE;
  return (
    <Chart
      label={t('data.net.label')}
      scale={[`+${formatCompact(String(most))}`, '0', `−${formatCompact(String(most))}`]}
      times={flow.periods.map(({ time }) => time)}
    >
      {nets.map((net, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the periods have a fixed order
          key={i}
          className={net < 0 ? styles.down : styles.up}
          x={i * step + (step * (1 - BAR)) / 2}
          width={step * BAR}
          y={net < 0 ? MIDDLE : MIDDLE - height(net)}
          height={height(net)}
        />
      ))}
      {prices.length > 1 ? <Line values={prices} low={Math.min(...prices)} high={Math.max(...prices)} /> : null}
    </Chart>
  );
}
