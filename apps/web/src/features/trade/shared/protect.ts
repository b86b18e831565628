import { toast } from '@vitrine/ui';
import { call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { isRefused, type Post } from '../../../lib/authorised.ts';
import type { FuturesPosition } from '../../../lib/futures.ts';

export type ProtectionKind = 'takeProfit' | 'stopLoss';

export interface ProtectionChange {
  readonly kind: ProtectionKind;
  /** The new trigger price; empty to remove the order. */
  readonly trigger: string;
  /** The order that is replaced, if there is one. */
  readonly former: { readonly id: string } | undefined;
}

/**
 * Places the new orders and only then cancels the old orders, so that the position is never unprotected. Each order has
 * its own key, derived from the common key. If one of the new orders is refused, those placed before it are cancelled
 * again, and the old orders stay.
 */
export const protectPost =
  (
    { name, side, size }: Pick<FuturesPosition, 'name' | 'side' | 'size'>,
    changes: readonly ProtectionChange[],
  ): Post<{ readonly message: 'success' | 'wrong_transaction_password' }> =>
  async (authorisation, idempotencyKey) => {
    const placed: { readonly id: string }[] = [];
    try {
      for (const { kind, trigger } of changes) {
        if (trigger === '') continue;
        const { message, order_id } = await call('POST /api/v3/futures/orders', {
          body: {
            name,
            side,
            effect: 'close',
            trade_type: 'market',
            number_of_order: size,
            trigger_price: trigger,
            trigger_kind: kind === 'takeProfit' ? 'take_profit' : 'stop',
            ...authorisation,
          },
          idempotencyKey: `${idempotencyKey}-${kind}`,
        });
        if (message !== 'success') return { message };
        if (order_id !== undefined) placed.push({ id: order_id });
      }
    } catch (error) {
      // Only after a final refusal: a retry with the same key would return the cancelled order as if it were open.
      if (isRefused(error)) await Promise.all(placed.map(withdrawn));
      throw error;
    }
    await Promise.all(changes.map(({ former }) => withdrawn(former)));
    return { message: 'success' };
  };

/** Cancels an order. A failure, for example because the order has ended, is reported in a toast and not thrown. */
const withdrawn = async (order: ProtectionChange['former']): Promise<void> => {
  if (order === undefined) return;
  try {
    await call('POST /api/v3/futures/orders/cancel', {
      body: { order_id: order.id },
      idempotencyKey: newIdempotencyKey(),
    });
  } catch (error) {
    toast.error(errorText(error));
  }
};
