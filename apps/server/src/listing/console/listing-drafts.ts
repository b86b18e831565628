import type { Handler } from '../services.ts';

export const consoleListingDrafts: Handler<'consoleListingDrafts'> = async ({ services, session }) => ({
  drafts: await services.listingDrafts.of(session.staffId),
});

export const consoleSaveListingDraft: Handler<'consoleSaveListingDraft'> = async ({ services, session, body }) => {
  const { draft_id, kind, draft_fields: fields } = body;
  await services.listingDrafts.save(session.staffId, { draft_id, kind, fields });
  return { message: 'success' };
};

export const consoleDiscardListingDraft: Handler<'consoleDiscardListingDraft'> = async ({
  services,
  session,
  body,
}) => {
  await services.listingDrafts.discard(session.staffId, body.draft_id);
  return { message: 'success' };
};
