import { Skeleton } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { CoinIcon, coinTint, EmptyState, formatAmount, Panel } from '@vitrine/ui';
import Big from 'big.js';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from '../../../lib/wallet.ts';
import styles from './allocation-panel.module.css';
import { type Tile, treemap } from './treemap.ts';

const FRAME: Tile = { x: 0, y: 0, width: 100, height: 53 };
const MOST_PARTS = 6;
/**
 * The minimum length of a tile's shorter side, in units of `FRAME`, for its icon (`LEAST_SIDE`) and for its figures
 * (`ROOMY_SIDE`).
 */
const LEAST_SIDE = 9;
const ROOMY_SIDE = 20;

/** The allocation of the wallet across coins. */
export function AllocationPanel() {
  const { t } = useTranslation('wallet');
  const { data, isError } = useSnapshot();
  const held = data?.coins.map(({ name, usdt_value, share_percent }) => ({
    name,
    value: usdt_value,
    percent: share_percent,
  }));
  return (
    <Panel className={styles.panel ?? ''}>
      <h2 className={styles.heading}>{t('allocation.title')}</h2>
      {held === undefined && !isError ? <Bones /> : null}
      {held === undefined && isError ? <EmptyState title="–" /> : null}
      {held?.length === 0 ? (
        <EmptyState icon={IconLayoutGrid} title={t('allocation.empty')}>
          {t('allocation.emptyText')}
        </EmptyState>
      ) : null}
      {held && held.length > 0 ? <Parts parts={partsOf(held, (count) => t('allocation.rest', { count }))} /> : null}
    </Panel>
  );
}

/** A placeholder shaped like a wallet of two coins. */
function Bones() {
  return (
    <>
      <Skeleton className={styles.tiles ?? ''} width="auto" radius={6} />
      <ul className={styles.list}>
        {['a', 'b'].map((key) => (
          <li key={key}>
            <Skeleton height={14} width={48} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A coin's share of the wallet, or the combined share of all coins that do not fit. */
interface Part {
  readonly name: string;
  /** Undefined for the share of several coins. */
  readonly coin: string | undefined;
  readonly value: string;
  /** The share of the whole as a decimal string, the same as in lists of coins. */
  readonly percent: string;
}

type Held = Pick<Part, 'name' | 'value' | 'percent'>;

/** The largest holdings, then all smaller holdings as one last part, so that the shares always add up. */
function partsOf(held: readonly Held[], restName: (count: number) => string): readonly Part[] {
  const named = held.length > MOST_PARTS ? held.slice(0, MOST_PARTS - 1) : held;
  const rest = held.slice(named.length);
  const parts = named.map((part): Part => ({ ...part, coin: part.name }));
  if (rest.length === 0) return parts;
  return [
    ...parts,
    {
      name: restName(rest.length),
      coin: undefined,
      value: rest.reduce((sum, { value }) => sum.plus(value), new Big(0)).toFixed(),
      percent: rest.reduce((sum, { percent }) => sum.plus(percent), new Big(0)).toFixed(),
    },
  ];
}

function Parts({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <>
      <Tiles parts={parts} />
      <ul className={`num ${styles.list}`}>
        {parts.map(({ name, value, percent }) => (
          <li key={name}>
            <span>{name}</span>
            <span className="dim">{formatAmount(percent, 1)}%</span>
            <span>{formatAmount(value, 2)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Tiles({ parts }: { readonly parts: readonly Part[] }) {
  const tiles = treemap(
    parts.map(({ percent }) => Number(percent)),
    FRAME,
  );
  return (
    <div className={styles.tiles} aria-hidden="true">
      {parts.map(({ name, coin, percent }, index) => {
        const { x, y, width, height } = tiles[index] ?? FRAME;
        const side = Math.min(width, height);
        const isSmall = side < ROOMY_SIDE;
        return (
          <div
            key={name}
            className={styles.tile}
            data-small={isSmall || undefined}
            style={{
              left: `${x}%`,
              top: `${(y / FRAME.height) * 100}%`,
              width: `${width}%`,
              height: `${(height / FRAME.height) * 100}%`,
            }}
          >
            <div style={{ '--tint': coin ? coinTint(coin) : 'var(--dim)' } as React.CSSProperties}>
              {coin && side >= LEAST_SIDE ? <CoinIcon coin={coin} size={isSmall ? 16 : 22} /> : null}
              {isSmall ? null : (
                <span className="num">
                  <b>{name}</b> {formatAmount(percent, 1)}%
                </span>
              )}
            </div>
          </div>
        );
      })}
    </div>
  );
}
