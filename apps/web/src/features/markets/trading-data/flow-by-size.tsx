import { formatCompact, formatPercent } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { type DataWindow, type TakerFlow, useTakerFlow } from './data.ts';
import { DataCard } from './data-card.tsx';
import { SignedText } from './signed-text.tsx';
import { minus, sharesOf, sumText } from './sums.ts';
import styles from './trading-data.module.css';

interface OfMarket {
  readonly name: string | undefined;
  readonly window: DataWindow;
}

const isEmpty = ({ sizes }: TakerFlow): boolean => sizes.every(({ buys, sells }) => buys + sells === 0);
const netOf = ({ sizes }: TakerFlow): string =>
  minus(sumText(sizes.map(({ buy }) => buy)), sumText(sizes.map(({ sell }) => sell)));

/** Taker buys and sells by order size, with the shares of large, medium and small orders. */
export function FlowBySize({ name, window }: OfMarket) {
  const { t } = useTranslation('markets');
  return (
    <DataCard
      title={t('data.flow.title')}
      span={7}
      edge="left"
      query={useTakerFlow(name, window)}
      isEmpty={isEmpty}
      emptyText={t('data.noTrades')}
      figure={(flow) => <SignedText value={netOf(flow)} after={` ${t('data.flow.net')}`} />}
      note={() => t('data.flow.note')}
    >
      {(flow) => (
        <>
          <Shares flow={flow} />
          <Sizes sizes={flow.sizes} />
        </>
      )}
    </DataCard>
  );
}

const PERCENT = 100;

/** The width of the gap between two parts of the pie, in percent of its circumference. */
const GAP = 0.8;

/** The pie of the large, medium and small buys and sells; the list beside it names its parts. */
function Shares({ flow }: { readonly flow: TakerFlow }) {
  const { t } = useTranslation('markets');
  const shares = sharesOf(flow.sizes);
  const startOf = (index: number) => shares.slice(0, index).reduce((sum, { part }) => sum + part, 0) * PERCENT;
  return (
    <div className={styles.flow}>
      <svg className={styles.pie} viewBox="0 0 40 40" aria-hidden="true">
        {shares.map(({ group, side, part }, index) => (
          <circle
            key={`${group} ${side}`}
            className={styles.part}
            data-side={side}
            data-group={group}
            cx="20"
            cy="20"
            r="14"
            pathLength={PERCENT}
            strokeDasharray={`${Math.max(0, part * PERCENT - GAP)} ${PERCENT}`}
            strokeDashoffset={-startOf(index)}
          >
            <title>{`${t(`data.flow.${group}`)} ${t(`data.flow.${side}`)} ${partText(part)}`}</title>
          </circle>
        ))}
      </svg>
      <ul className={`num ${styles.shares}`} aria-label={t('data.flow.shares')}>
        {shares.map(({ group, side, part }) => (
          <li key={`${group} ${side}`}>
            <i className={styles.part} data-side={side} data-group={group} aria-hidden="true" />
            <span>
              {t(`data.flow.${group}`)} {t(`data.flow.${side}`)} <b>{partText(part)}</b>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A fraction as a percentage, without a sign. */
const partText = (part: number): string => formatPercent(String(part * PERCENT), 1).replace('+', '');

function Sizes({ sizes }: Pick<TakerFlow, 'sizes'>) {
  const { t } = useTranslation('markets');
  const most = Math.max(...sizes.flatMap(({ buy, sell }) => [Number(buy), Number(sell)]));
  const width = (value: string) => `${(Number(value) / most) * PERCENT}%`;
  return (
    <table className={`num ${styles.sizes}`}>
      <thead>
        <tr>
          <th scope="col">{t('data.flow.size')}</th>
          <th scope="col">▼ {t('data.flow.sell')}</th>
          <th scope="col">▲ {t('data.flow.buy')}</th>
          <th scope="col">{t('data.flow.netColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {sizes.map(({ least, buy, sell, buys, sells }, i) => (
          <tr key={least}>
            <th scope="row">{sizeText(least, sizes[i - 1]?.least)}</th>
            <td className={styles.side} data-side="sell" title={t('data.flow.orders', { count: sells })}>
              <i
                className={`${styles.part} ${styles.flowBar}`}
                data-side="sell"
                style={{ width: width(sell) }}
                aria-hidden="true"
              />
              <span className={styles.amount}>{formatCompact(formatPlain(sell))}</span>
            </td>
            <td className={styles.side} data-side="buy" title={t('data.flow.orders', { count: buys })}>
              <i
                className={`${styles.part} ${styles.flowBar}`}
                data-side="buy"
                style={{ width: width(buy) }}
                aria-hidden="true"
              />
              <span className={styles.amount}>{formatCompact(formatPlain(buy))}</span>
            </td>
            <td>
              <SignedText value={minus(buy, sell)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const formatPlain = (text: string): string => (Number(text) === 0 ? '0' : text);

/** A range of order values as text: "≥ 1M", "500K–1M", "< 1K". */
function sizeText(least: string, next: string | undefined): string {
  const short = (text: string) => formatCompact(text).replace(/\.0+(?=\D|$)/, '');
  if (next === undefined) return `≥ ${short(least)}`;
  return least === '0' ? `< ${short(next)}` : `${short(least)}–${short(next)}`;
}
