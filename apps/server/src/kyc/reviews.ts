import type { OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import { normaliseEmail } from '../auth/email.ts';
import type { SecurityEvents } from '../auth/security/security-events.ts';
import { ApiError } from '../kit/api-error.ts';
import { BY_THE_EXCHANGE } from '../kit/device.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { textsIn } from '../kit/texts.ts';
import { languageOf } from '../notifications/mail/language-of.ts';
import type { Notices } from '../notifications/notices.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import { countingPhotos, type Kyc, statusesOf } from './kyc.ts';
import { refusedMail, verifiedMail } from './mails.ts';
import { comparableNumber, overallStatus, type PhotoKind, type PhotoStatus, type Statuses } from './proof.ts';
import type { Vault } from './vault.ts';

export type CaseState = 'waiting' | 'with_client' | 'verified';

export interface CaseSummary {
  readonly uid: string;
  readonly state: CaseState;
  readonly idType: string;
  readonly sinceMs: number;
  readonly tries: number;
  readonly statuses: Statuses;
  readonly isFlagged: boolean;
}

export interface ReviewedPhoto {
  readonly id: string;
  readonly kind: PhotoKind;
  readonly status: PhotoStatus;
  readonly submittedAtMs: number;
  readonly width: number;
  readonly height: number;
  readonly isErased: boolean;
  readonly alsoSentBy: readonly string[];
  readonly reviewedAtMs: number;
  readonly reviewedBy: string;
  readonly reason: string;
  readonly note: string;
}

export interface ReviewedCase {
  readonly uid: string;
  readonly state: CaseState;
  readonly revision: number;
  readonly isOwn: boolean;
  readonly email: string;
  readonly joinedAtMs: number;
  readonly verifiedAtMs: number;
  readonly idType: string;
  readonly idNumber: string;
  readonly sameDocument: readonly { readonly uid: string; readonly verified: boolean }[];
  readonly photos: readonly ReviewedPhoto[];
  readonly earlier: readonly ReviewedPhoto[];
}

/** The member of staff who views a case. */
export interface Reviewer {
  readonly email: string;
}

/** The member of staff who decides. */
export interface Decider extends Reviewer {
  readonly staffId: string;
  readonly name: string;
}

export interface PhotoDecision {
  readonly kind: PhotoKind;
  readonly approve: boolean;
  readonly reason: string;
  readonly note: string;
}

export interface Decided {
  readonly before: Statuses;
  readonly after: Statuses;
  readonly isVerified: boolean;
}

export interface ReviewsParts {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly kyc: Kyc;
  readonly notices: Notices;
  readonly securityEvents: SecurityEvents;
  readonly mail: MailSender;
  readonly brand: () => string;
}

/**
 * The number of an advisory lock that nothing else uses. It keeps two clients with the same document from being
 * verified at the same time.
 */
const VERIFY_LOCK = 7_481_226;

interface CaseRow {
  readonly owner: string;
  readonly unique_id: string;
  readonly email: string;
  readonly created_at: Date;
  readonly verified_at: Date | null;
  readonly revision: number;
  readonly id_type: string;
  readonly id_number: Buffer | null;
  readonly id_mark: Buffer;
}

interface PhotoRow {
  readonly id: string;
  readonly kind: PhotoKind;
  readonly status: PhotoStatus;
  readonly is_replaced: boolean;
  readonly submitted_at: Date;
  readonly width: number;
  readonly height: number;
  readonly erased_at: Date | null;
  readonly also_sent_by: string[] | null;
  readonly reviewed_at: Date | null;
  readonly reviewed_by: string;
  readonly reason: string;
  readonly note: string;
}

interface SummaryRow {
  readonly unique_id: string;
  readonly state: CaseState;
  readonly id_type: string;
  readonly since: Date;
  readonly tries: number;
  readonly selfie: PhotoStatus | null;
  readonly front: PhotoStatus | null;
  readonly back: PhotoStatus | null;
  readonly is_flagged: boolean;
}

/**
 * SQL common table expressions: `summary` has one row per case, with the status of each current photo and the state of
 * the case.
 */
const summaries = `
  with counting as (
    select owner,
      max(status) filter (where kind = 'selfie') as selfie,
      max(status) filter (where kind = 'front') as front,
      max(status) filter (where kind = 'back') as back,
      min(submitted_at) filter (where status = 'pending') as waiting_since
    from kyc_photo where not is_replaced and status <> 'storing' group by owner),
  summary as (
    select client.unique_id, kyc_case.id_type, selfie, front, back,
      case when client.verified_at is not null then 'verified'
        when selfie is null or front is null or back is null or waiting_since is null then 'with_client'
        else 'waiting' end as state,
      coalesce(waiting_since, kyc_case.changed_at) as since,
      (select max(sent)::int from (
        select count(*) as sent from kyc_photo
        where kyc_photo.owner = kyc_case.owner and status <> 'storing' group by kind) as per_kind) as tries,
      exists (select from kyc_case other where other.id_mark = kyc_case.id_mark and other.owner <> kyc_case.owner)
        or exists (select from kyc_photo mine join kyc_photo theirs using (picture_mark)
          where mine.owner = kyc_case.owner and theirs.owner <> kyc_case.owner) as is_flagged
    from kyc_case join counting using (owner) join client using (owner))`;

/** Clients' proofs of identity, from the reviewers' side. */
export class KycReviews {
  readonly #parts: ReviewsParts;

  constructor(parts: ReviewsParts) {
    this.#parts = parts;
  }

  /** Pending cases first, longest waiting first; then other cases, newest first. */
  async list(filter: { readonly state?: CaseState; readonly idType?: string; readonly limit: number }) {
    const { rows } = await this.#parts.pool.query<SummaryRow>(
      `${summaries} select * from summary
       where ($1::text is null or state = $1) and ($2::text is null or id_type = $2)
       order by state <> 'waiting', case when state = 'waiting' then since end, since desc limit $3`,
      [filter.state ?? null, filter.idType ?? null, filter.limit],
    );
    return rows.map(summaryOf);
  }

  /** The number of pending cases. */
  async waiting(): Promise<number> {
    const { rows } = await this.#parts.pool.query<{ waiting: number }>(
      `${summaries} select count(*)::int as waiting from summary where state = 'waiting'`,
    );
    return rows[0]?.waiting ?? 0;
  }

  /**
   * A client's case with all photos; the number of the document is left out if the case is the reviewer's own. Errors:
   * unknown_client.
   */
  async read(uid: string, reviewer: Reviewer): Promise<ReviewedCase> {
    const { pool, vault } = this.#parts;
    const found = await caseOf(pool, uid);
    const owner = Number(found.owner);
    const photos = await this.#photos(owner);
    const counting = photos.filter(({ is_replaced }) => !is_replaced);
    const isOwn = isOwnCase(found, reviewer);
    return {
      uid,
      state: stateOf(found, statusesOf(counting)),
      revision: found.revision,
      isOwn,
      email: found.email,
      joinedAtMs: found.created_at.getTime(),
      verifiedAtMs: found.verified_at?.getTime() ?? 0,
      idType: found.id_type,
      idNumber: isOwn ? '' : vault.openNumber(owner, found.id_number),
      sameDocument: await this.#sameDocument(pool, found),
      photos: counting.map(photoOf),
      earlier: photos
        .filter(({ is_replaced }) => is_replaced)
        .map(photoOf)
        .sort((one, other) => other.submittedAtMs - one.submittedAtMs),
    };
  }

  /** A photo of this client's case, as a JPEG. Errors: unknown_photo, own_case. */
  async photo(uid: string, id: string, reviewer: Reviewer): Promise<Buffer> {
    const { pool, vault } = this.#parts;
    const { rows } = await pool.query<{ owner: string; kind: PhotoKind; email: string }>(
      `select photo.owner, photo.kind, person.email from kyc_photo photo
       join client using (owner) join person on person.id = client.person_id
       where photo.id = $1 and client.unique_id = $2 and photo.erased_at is null and photo.status <> 'storing'`,
      [id, uid],
    );
    const found = rows[0];
    if (found === undefined) throw new ApiError('unknown_photo');
    if (isOwnCase(found, reviewer)) throw new ApiError('own_case');
    const jpeg = await vault.getPhoto({ id, owner: Number(found.owner), kind: found.kind });
    if (jpeg === undefined) throw new ApiError('unknown_photo');
    return jpeg;
  }

  /**
   * Approves or refuses pending photos. Either all of the decisions are stored or none of them. `revision` is the
   * revision of the case that the reviewer saw. Errors: as for decideKyc in the contract.
   */
  async decide(
    uid: string,
    revision: number,
    decisions: readonly PhotoDecision[],
    reviewer: Decider,
  ): Promise<Decided> {
    const { pool, kyc } = this.#parts;
    const found = await caseOf(pool, uid);
    const owner = Number(found.owner);
    if (isOwnCase(found, reviewer)) throw new ApiError('own_case');
    const refused = decisions.filter(({ approve }) => !approve);
    if (refused.some(({ reason, note }) => reason === '' || (reason === 'other' && note.trim() === ''))) {
      throw new ApiError('reason_required');
    }
    const decided = await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'update kyc_case set revision = revision + 1, changed_at = now() where owner = $1 and revision = $2',
        [owner, revision],
      );
      if (rowCount !== 1) throw new ApiError('kyc_case_changed');
      const before = await countingPhotos(client, owner);
      for (const decision of decisions) {
        const photo = before.find(({ kind }) => kind === decision.kind);
        if (photo === undefined) throw new ApiError('photo_not_waiting');
        await review(client, photo.id, decision, reviewer);
      }
      const after = statusesOf(await countingPhotos(client, owner));
      const isVerified = overallStatus(after) === 'approved';
      if (isVerified) await this.#verify(client, owner);
      return { before: statusesOf(before), after, isVerified };
    });
    if (decided.isVerified) await kyc.refreshOne(owner);
    await this.#notify(owner, found.email, refused, decided);
    return decided;
  }

  /** Verifies the client, unless another client was verified with the same document. */
  async #verify(client: PoolClient, owner: OwnerId): Promise<void> {
    await client.query('select pg_advisory_xact_lock($1)', [VERIFY_LOCK]);
    const found = await caseOf(client, owner);
    const twin = (await this.#sameDocument(client, found)).find(
      ({ verified, idType }) => verified && idType === found.id_type,
    );
    if (twin !== undefined) throw new ApiError('document_in_use', { uid: twin.uid });
    await client.query('update client set verified_at = now() where owner = $1 and verified_at is null', [owner]);
  }

  /** Notifies the client. The decision stands even if a message cannot be sent. */
  async #notify(
    owner: OwnerId,
    email: string,
    refused: readonly PhotoDecision[],
    { isVerified }: Decided,
  ): Promise<void> {
    const { pool, securityEvents, notices, mail, brand } = this.#parts;
    for (const { kind, reason, note } of refused) {
      await securityEvents.record(owner, 'kyc_photo_refused', BY_THE_EXCHANGE, { photo: kind });
      await notices.add(owner, 'kyc_photo_refused', { photo: kind, code: reason, reason: note.trim() });
    }
    if (isVerified) {
      await securityEvents.record(owner, 'kyc_approved', BY_THE_EXCHANGE);
      await notices.add(owner, 'kyc_approved');
    }
    if (!isVerified && refused.length === 0) return;
    const texts = textsIn(await languageOf(owner, pool));
    const letter = isVerified ? verifiedMail(brand()) : refusedMail(brand(), refused);
    await mail.send({ to: email, ...letter(texts), language: texts.language }).catch(() => undefined);
  }

  /** Other clients whose document has the same number. */
  async #sameDocument(database: Pick<PoolClient, 'query'>, { owner, id_number, id_mark }: CaseRow) {
    const { vault } = this.#parts;
    const marks =
      id_number === null ? [id_mark] : vault.ring.marks(comparableNumber(vault.openNumber(Number(owner), id_number)));
    const { rows } = await database.query<{ uid: string; verified: boolean; idType: string }>(
      `select client.unique_id as uid, client.verified_at is not null as verified, kyc_case.id_type as "idType"
       from kyc_case join client using (owner) where id_mark = any($1) and owner <> $2 order by owner`,
      [marks, owner],
    );
    return rows;
  }

  async #photos(owner: OwnerId): Promise<PhotoRow[]> {
    const { rows } = await this.#parts.pool.query<PhotoRow>(
      `select id, kind, status, is_replaced, submitted_at, width, height, erased_at, reviewed_at, reviewed_by, reason, note,
         (select array_agg(distinct client.unique_id) from kyc_photo theirs join client using (owner)
          where theirs.picture_mark = photo.picture_mark and theirs.owner <> photo.owner) as also_sent_by
       from kyc_photo photo where owner = $1 and status <> 'storing'
       order by array_position(array['selfie', 'front', 'back'], kind), submitted_at`,
      [owner],
    );
    return rows;
  }
}

const columns = `client.owner, client.unique_id, client.created_at, client.verified_at, person.email,
  kyc_case.revision, kyc_case.id_type, kyc_case.id_number, kyc_case.id_mark`;

/** Finds a case by the client's UID or owner number. Throws unknown_client. */
async function caseOf(database: Pick<PoolClient, 'query'>, client: string | OwnerId): Promise<CaseRow> {
  const { rows } = await database.query<CaseRow>(
    `select ${columns} from kyc_case join client using (owner) join person on person.id = client.person_id
     where ${typeof client === 'string' ? 'client.unique_id' : 'client.owner'} = $1`,
    [client],
  );
  if (rows[0] === undefined) throw new ApiError('unknown_client');
  return rows[0];
}

const isOwnCase = ({ email }: { readonly email: string }, reviewer: Reviewer): boolean =>
  normaliseEmail(email) === normaliseEmail(reviewer.email);

function stateOf({ verified_at }: CaseRow, statuses: Statuses): CaseState {
  if (verified_at !== null) return 'verified';
  return overallStatus(statuses) === 'pending' ? 'waiting' : 'with_client';
}

async function review(client: PoolClient, id: string, decision: PhotoDecision, reviewer: Decider): Promise<void> {
  const { approve, reason, note } = decision;
  const { rowCount } = await client.query(
    `update kyc_photo set status = $2, reviewed_at = now(), reviewed_by = $3, reviewer_id = $6, reason = $4, note = $5
     where id = $1 and status = 'pending'`,
    [
      id,
      approve ? 'approved' : 'refused',
      reviewer.name,
      approve ? '' : reason,
      approve ? '' : note.trim(),
      reviewer.staffId,
    ],
  );
  if (rowCount !== 1) throw new ApiError('photo_not_waiting');
}

const summaryOf = (row: SummaryRow): CaseSummary => ({
  uid: row.unique_id,
  state: row.state,
  idType: row.id_type,
  sinceMs: row.since.getTime(),
  tries: row.tries,
  statuses: {
    ...(row.selfie && { selfie: row.selfie }),
    ...(row.front && { front: row.front }),
    ...(row.back && { back: row.back }),
  },
  isFlagged: row.is_flagged,
});

const photoOf = (row: PhotoRow): ReviewedPhoto => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  submittedAtMs: row.submitted_at.getTime(),
  width: row.width,
  height: row.height,
  isErased: row.erased_at !== null,
  alsoSentBy: row.also_sent_by ?? [],
  reviewedAtMs: row.reviewed_at?.getTime() ?? 0,
  reviewedBy: row.reviewed_by,
  reason: row.reason,
  note: row.note,
});
