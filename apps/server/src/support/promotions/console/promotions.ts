import type { BodyOf, endpoints, ResponseOf } from '@vitrine/contract';
import type { Language } from '@vitrine/contract/languages';
import type { Handler } from '../../services.ts';
import type { Promotion, PromotionDraft, PromotionText } from '../promotions.ts';

type View = ResponseOf<typeof endpoints.consoleEditPromotion>['promotion'];

export const consolePromotions: Handler<'consolePromotions'> = async ({ services }) => ({
  promotions: (await services.support.promotions.all()).map((each) => view(each, Date.now())),
});

export const publishPromotion: Handler<'consolePublishPromotion'> = async ({ services, session, body, audit }) => {
  const made = await services.support.promotions.publish(draftOf(body), session.staffId);
  audit({ subject: `promotion ${made.id}`, after: markOf(made) });
  return { promotion: view(made, Date.now()) };
};

export const editPromotion: Handler<'consoleEditPromotion'> = async ({ services, session, body, audit }) => {
  const { id, version, reason, no_picture = false } = body;
  audit({ subject: `promotion ${id}`, before: { version }, reason });
  const draft = { ...draftOf(body), dropsPicture: no_picture };
  const changed = await services.support.promotions.edit(id, draft, { version, reason, staffId: session.staffId });
  audit({ after: markOf(changed) });
  return { promotion: view(changed, Date.now()) };
};

export const withdrawPromotion: Handler<'consoleWithdrawPromotion'> = async ({ services, session, body, audit }) => {
  const { id, version, reason } = body;
  audit({ subject: `promotion ${id}`, before: { version }, reason });
  const withdrawn = await services.support.promotions.withdraw(id, { version, reason, staffId: session.staffId });
  audit({ after: markOf(withdrawn) });
  return { promotion: view(withdrawn, Date.now()) };
};

type Sent = BodyOf<typeof endpoints.consolePublishPromotion> | BodyOf<typeof endpoints.consoleEditPromotion>;

const draftOf = ({ place, texts, link, starts_at, ends_at, upload_id }: Sent): PromotionDraft => ({
  place,
  texts: Object.fromEntries(
    texts.map(({ language, title, text, alt }) => [
      language,
      { title: title.trim(), text: text.trim(), alt: alt.trim() } satisfies PromotionText,
    ]),
  ),
  link,
  startsAtMs: starts_at,
  endsAtMs: ends_at,
  uploadId: upload_id,
  dropsPicture: false,
});

const view = (promotion: Promotion, nowMs: number): View => ({
  id: promotion.id,
  version: promotion.version,
  place: promotion.place,
  texts: (Object.entries(promotion.texts) as [Language, PromotionText][]).map(([language, text]) => ({
    language,
    ...text,
  })),
  link: promotion.link,
  starts_at: promotion.startsAtMs,
  ends_at: promotion.endsAtMs,
  ...(promotion.picture === undefined ? {} : { picture: promotion.picture }),
  state: stateOf(promotion, nowMs),
  written_by: promotion.writtenBy,
  at: promotion.atMs,
  reason: promotion.reason,
});

function stateOf({ isWithdrawn, startsAtMs, endsAtMs }: Promotion, nowMs: number): View['state'] {
  if (isWithdrawn) return 'withdrawn';
  if (nowMs < startsAtMs) return 'planned';
  return nowMs < endsAtMs ? 'shown' : 'ended';
}

/** The fields that the audit trail records; the version itself stays in its table. */
const markOf = ({ version, texts, link, isWithdrawn }: Promotion) => ({
  version,
  title: texts.en?.title ?? '',
  link,
  isWithdrawn,
});
