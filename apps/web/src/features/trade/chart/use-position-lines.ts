import { formatPrice, formatSigned, toast } from '@vitrine/ui';
import Big from 'big.js';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { plain } from '../../../lib/decimal.ts';
import { type FuturesPosition, refreshFutures, useFuturesPositions } from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { coinsOf, marketLabel } from '../../../lib/market-names.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { profitOf } from '../shared/perpetual-math.ts';
import { type ProtectionKind, protectPost } from '../shared/protect.ts';
import { useTrade } from '../shared/trade-context.ts';
import type { OwnLineProps } from './candle-chart.tsx';
import type { OwnLine } from './own-lines.ts';
import { useOwnLines } from './use-own-lines.ts';

/**
 * The lines of the orders, and the entry and liquidation prices of the client's positions in this market. The lines of
 * orders can be dragged: dropping one replaces a take-profit or stop-loss order, and amends any other order.
 */
export const usePositionLines = (): OwnLineProps => {
  const { t } = useTranslation(['futures', 'trade']);
  const { rules, desk } = useTrade();
  const ofOrders = useOwnLines();
  const positions = useFuturesPositions().data;
  const protections = useMemo(
    () => protectionsOf(positions?.filter(({ name }) => name === rules.name) ?? [], ofOrders.lines),
    [positions, ofOrders.lines, rules.name],
  );

  const lines = useMemo(
    () => [
      ...(positions?.filter(({ name }) => name === rules.name) ?? []).flatMap(linesOf),
      ...ofOrders.lines.map((line) => ({
        ...line,
        isFixed: line.isFixed || (!protections.has(line.id) && isProtection(line)),
      })),
    ],
    [positions, ofOrders.lines, protections, rules.name],
  );

  const dragText = (line: OwnLine, price: string): string => {
    const protection = protections.get(line.id);
    return protection ? expectedText(protection, price) : ofOrders.dragText(line, price);
  };

  const move = async (line: OwnLine, price: string): Promise<void> => {
    const protection = protections.get(line.id);
    if (!protection) {
      await ofOrders.move(line, price);
      await refreshFutures();
      return;
    }
    const { order, position, kind } = protection;
    const { name, side } = position;
    const coin = coinsOf(name).base;
    const outcome = await desk.send(
      {
        call: 'other',
        post: protectPost({ name, side, size: order.size }, [{ kind, trigger: price, former: order }]),
      },
      {
        title: t('protection.title', { coin }),
        act: t('protection.act'),
        lines: [
          { label: t('confirm.market'), value: `${marketLabel(name)} ${t(`side.${side}`)}` },
          { label: t(`protection.${kind}`), value: `${formatPrice(order.trigger_price)} → ${formatPrice(price)}` },
        ],
        success: t('protection.done'),
        result: () => '',
      },
    );
    await refreshFutures();
    if (outcome.kind === 'refused') toast.error(outcome.text);
  };

  return { ...ofOrders, lines, move, dragText };
};

/** The lines of a position: its entry price, and its liquidation price if it can be liquidated. */
const linesOf = ({ id, side, size, entry_price, liquidation_price }: FuturesPosition): readonly OwnLine[] => {
  const common = { side: side === 'long' ? 'BUY' : 'SELL', isFixed: true } as const;
  const values = { side: i18n.t(`futures:side.${side}`), size: formatPrice(size) };
  const line = (tone: 'entry' | 'liquidation', price: string): OwnLine => ({
    ...common,
    id: `${tone} ${id}`,
    price,
    text: i18n.t(`futures:line.${tone}`, values),
    tone,
  });
  const entry = line('entry', entry_price);
  return liquidation_price === '' ? [entry] : [entry, line('liquidation', liquidation_price)];
};

interface ProtectionOrder {
  readonly order: OwnOrder;
  readonly position: FuturesPosition;
  readonly kind: ProtectionKind;
}

const KINDS: Partial<Record<OwnOrder['type'], ProtectionKind>> = {
  TAKE_PROFIT_MARKET: 'takeProfit',
  STOP_MARKET: 'stopLoss',
};

/**
 * Whether the line is that of an untriggered market order that closes a position. Such an order cannot be amended if it
 * was placed as the attached take-profit or stop-loss of another order (rule H5 of the core's specification).
 */
const isProtection = ({ order }: OwnLine): boolean =>
  order?.closes !== undefined && KINDS[order.type] !== undefined && !order.triggered;

/** The untriggered market orders that close one of these positions, keyed by order id. */
const protectionsOf = (
  positions: readonly FuturesPosition[],
  lines: readonly OwnLine[],
): ReadonlyMap<string, ProtectionOrder> => {
  const found = new Map<string, ProtectionOrder>();
  for (const { order } of lines) {
    const position = positions.find(({ side }) => side === order?.closes);
    const kind = order && KINDS[order.type];
    if (order && position && kind && !order.triggered) found.set(order.id, { order, position, kind });
  }
  return found;
};

/** The price, and the profit of closing the order's size at this price, before fees. */
const expectedText = ({ order, position }: ProtectionOrder, price: string): string => {
  const profit = profitOf(position.side, new Big(order.size), new Big(position.entry_price), new Big(price)).round(
    2,
    Big.roundDown,
  );
  return i18n.t('futures:line.drag', { price: formatPrice(price), profit: formatSigned(plain(profit), 2) });
};
