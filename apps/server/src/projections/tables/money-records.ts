import type { AssetId, Converted, HoldId, HoldPending, HoldPosted, HoldVoided, TransferPosted } from '@vitrine/core';
import type pg from 'pg';
import { BulkRows } from '../projector/bulk-rows.ts';
import { type At, isClient } from '../projector/projected-event.ts';

type HoldState = 'pending' | 'posted' | 'voided';

interface HoldRow {
  readonly pending: HoldPending;
  readonly at: At;
  ending: HoldEnding | undefined;
}

interface HoldEnding {
  readonly state: Exclude<HoldState, 'pending'>;
  readonly units: number;
  readonly returnedUnits: number;
  readonly position: number;
  readonly timeMs: number;
}

/**
 * Table money_records: every transfer, hold and conversion that has the number of a business record, with its outcome.
 */
export class MoneyRecordsProjection {
  /** Holds that are not in the table yet. */
  readonly #newHolds = new Map<HoldId, HoldRow>();
  readonly #rows = new BulkRows({
    purpose: 'text',
    record: 'bigint',
    position: 'bigint',
    line: 'integer',
    hold_id: 'bigint',
    owner_id: 'bigint',
    wallet: 'text',
    asset_id: 'integer',
    units: 'bigint',
    returned_units: 'bigint',
    state: 'text',
    time_ms: 'bigint',
    ended_position: 'bigint',
    ended_ms: 'bigint',
  });
  readonly #endings = new BulkRows({
    hold_id: 'bigint',
    state: 'text',
    units: 'bigint',
    returned_units: 'bigint',
    ended_position: 'bigint',
    ended_ms: 'bigint',
  });

  apply(event: TransferPosted | Converted | HoldPending | HoldPosted | HoldVoided, at: At): void {
    if (event.record === 0) return;
    switch (event.kind) {
      case 'Converted':
        this.#conversion(event, at);
        return;
      case 'TransferPosted':
        this.#transfer(event, at);
        return;
      case 'HoldPending':
        this.#newHolds.set(event.hold, { pending: event, at: { ...at }, ending: undefined });
        return;
      case 'HoldPosted':
        this.#end(event, { state: 'posted', returnedUnits: event.returnedUnits, ...ended(event, at) });
        return;
      case 'HoldVoided':
        this.#end(event, { state: 'voided', returnedUnits: 0, ...ended(event, at) });
    }
  }

  #transfer({ purpose, record, legs }: TransferPosted, { position, timeMs }: At): void {
    legs.forEach(({ owner, wallet, asset, units }, line) => {
      const account = [owner, wallet, asset, units, 0] as const;
      this.#rows.add(purpose, record, position, line, 0, ...account, 'posted', timeMs, position, timeMs);
    });
  }

  /** The result of the conversion's orders for the owner: one line per asset. */
  #conversion(event: Converted, { position, timeMs }: At): void {
    const { owner, record, from, to, quote, spentUnits, receivedUnits, unusedUnits } = event;
    const lines: [asset: AssetId, units: number][] = [
      [from, -spentUnits],
      [to, receivedUnits],
    ];
    if (unusedUnits > 0) lines.push([quote, unusedUnits]);
    lines.forEach(([asset, units], line) => {
      const account = [owner, 'spot', asset, units, 0] as const;
      this.#rows.add('convert', record, position, line, 0, ...account, 'posted', timeMs, position, timeMs);
    });
  }

  #end({ hold }: HoldPosted | HoldVoided, ending: HoldEnding): void {
    const row = this.#newHolds.get(hold);
    if (row !== undefined) row.ending = ending;
    else {
      const { state, units, returnedUnits, position, timeMs } = ending;
      this.#endings.add(hold, state, units, returnedUnits, position, timeMs);
    }
  }

  async flush(client: pg.ClientBase): Promise<void> {
    for (const row of this.#newHolds.values()) this.#addHold(row);
    this.#newHolds.clear();
    if (this.#rows.length > 0) await this.#rows.insertInto(client, 'money_records');
    if (this.#endings.length > 0) await this.#endings.run(client, 'end money_records', END_HOLDS);
  }

  #addHold({ pending, at, ending }: HoldRow): void {
    const { owner, wallet } = accountOf(pending);
    this.#rows.add(
      pending.purpose,
      pending.record,
      at.position,
      0,
      pending.hold,
      owner,
      wallet,
      pending.asset,
      ending?.units ?? gainOf(pending),
      ending?.returnedUnits ?? 0,
      ending?.state ?? 'pending',
      at.timeMs,
      ending?.position ?? null,
      ending?.timeMs ?? null,
    );
  }
}

const END_HOLDS = `update money_records m
  set state = r.state, units = r.units, returned_units = r.returned_units,
      ended_position = r.ended_position, ended_ms = r.ended_ms
  from rows r where m.hold_id = r.hold_id and m.hold_id <> 0`;

type Hold = HoldPending | HoldPosted | HoldVoided;

/** Whether the row of this hold describes the paying account. It does, unless only the receiver is a client. */
const isTaken = (hold: Hold): boolean => isClient(hold.fromOwner) || !isClient(hold.toOwner);

const accountOf = (hold: Hold) =>
  isTaken(hold) ? { owner: hold.fromOwner, wallet: hold.fromWallet } : { owner: hold.toOwner, wallet: hold.toWallet };

const gainOf = (hold: Hold): number => (isTaken(hold) ? -hold.units : hold.units);

const ended = (hold: HoldPosted | HoldVoided, { position, timeMs }: At) => ({ units: gainOf(hold), position, timeMs });
