import { FIRST_CLIENT_OWNER, type MarketId } from '@vitrine/core';
import { priceTicks, sizeLots } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { Instruments } from '../kit/instruments.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import type { MailQueue } from '../notifications/mail/mail-queue.ts';
import type { Notices } from '../notifications/notices.ts';
import { marketName, priceText, sizeText } from '../projections/wire.ts';
import { positionSettledMail } from './delisting-mails.ts';

export interface SettlementNoticesParts {
  readonly pool: Pool;
  readonly instruments: Pick<Instruments, 'byMarket'>;
  readonly notices: Pick<Notices, 'addEach'>;
  readonly mailQueue: Pick<MailQueue, 'addEach'>;
}

interface Closed {
  readonly owner_id: string;
  readonly price_ticks: string;
  readonly traded_lots: string;
}

/**
 * Notifies clients of the price at which a finished delisting closed their positions. Each delisting is reported only
 * once.
 */
export async function notifySettled(parts: SettlementNoticesParts): Promise<void> {
  const { rows } = await parts.pool.query<{ market_id: MarketId }>(
    `select market_id from delisting, projector_position
     where holders_notified_at is null and finished_position <= projector_position.position order by market_id`,
  );
  for (const { market_id: market } of rows)
    await inTransaction(parts.pool, async (transaction) => {
      const { rowCount } = await transaction.query(
        'update delisting set holders_notified_at = now() where market_id = $1 and holders_notified_at is null',
        [market],
      );
      if (rowCount === 1) await notifyHolders(parts, market, transaction);
    });
}

async function notifyHolders(
  { instruments, notices, mailQueue }: SettlementNoticesParts,
  market: MarketId,
  transaction: PoolClient,
): Promise<void> {
  const instrument = instruments.byMarket(market);
  const { rows } = await transaction.query<Closed>(
    `select owner_id, price_ticks, traded_lots from position_changes
     where kind = 'settled' and role = 'delisted' and market_id = $1 and owner_id >= $2
     order by owner_id, position, line`,
    [market, FIRST_CLIENT_OWNER],
  );
  const closed = rows.map((row) => ({
    owner: Number(row.owner_id),
    name: marketName(instrument),
    size: `${sizeText(instrument, sizeLots(Number(row.traded_lots)))} ${instrument.base.code}`,
    price: `${priceText(instrument, priceTicks(Number(row.price_ticks)))} ${instrument.quote.code}`,
  }));
  const perOwner = closed.map(({ owner, ...parameters }) => ({ owner, parameters }));
  await notices.addEach(perOwner, 'position_settled', transaction);
  const mails = perOwner.map(({ owner, parameters }) => ({ owner, letter: positionSettledMail(parameters) }));
  await mailQueue.addEach(mails, transaction);
}
