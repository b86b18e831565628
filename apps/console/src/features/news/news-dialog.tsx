import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { type ChosenPicture, type NewsItem as Item, pictureUrl, uploadPicture } from './pictures.ts';

/** Writes a new item, or a new version of an existing one. */
export function NewsDialog({ item, onClose }: { readonly item?: Item; readonly onClose: () => void }) {
  const { t } = useTranslation('news');
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(item));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const isFilled = draft.title.trim().length >= 3 && draft.body.trim() !== '';
  const isDescribed = draft.picture === undefined || draft.alt.trim().length >= 3;
  return (
    <ActDialog
      title={t(item === undefined ? 'write' : 'editTitle')}
      onClose={onClose}
      action={t(item === undefined ? 'publish' : 'saveVersion')}
      done={t(item === undefined ? 'published' : 'saved')}
      reasonIs={item === undefined ? 'absent' : 'needed'}
      fault={isFilled ? (isDescribed ? undefined : t('pictureAltMissing')) : t('unfilled')}
      act={async (reason) => {
        await send(draft, item, reason);
        await queries.invalidateQueries({ queryKey: ['news'] });
      }}
    >
      <DraftFields draft={draft} isUnpublished={item === undefined || item.state === 'planned'} onChange={change} />
    </ActDialog>
  );
}

interface DraftFieldsProps {
  readonly draft: Draft;
  /** Whether the item is still unpublished, so that its publication time can be chosen. */
  readonly isUnpublished: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

function DraftFields({ draft, isUnpublished, onChange }: DraftFieldsProps) {
  const { t } = useTranslation('news');
  return (
    <>
      <NativeSelect
        label={t('fields.kind')}
        description={t('kindText')}
        value={draft.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as Item['kind'] })}
        data={(['news', 'announcement'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <NativeSelect
        label={t('fields.audience')}
        value={draft.audience}
        onChange={(event) => onChange({ audience: event.currentTarget.value as Item['audience'] })}
        data={(['all', 'verified'] as const).map((value) => ({ value, label: t(`audiences.${value}`) }))}
      />
      <TextInput
        label={t('fields.title')}
        maxLength={120}
        value={draft.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <PictureFields draft={draft} onChange={onChange} />
      <Textarea
        label={t('fields.body')}
        description={t('bodyText')}
        rows={8}
        maxLength={20_000}
        value={draft.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      {isUnpublished ? (
        <TextInput
          type="datetime-local"
          label={t('fields.publishAtUtc')}
          description={t('publishAtText')}
          value={draft.publishAt}
          onChange={(event) => onChange({ publishAt: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}

const PICTURE_MEGABYTES = 6;

/** The picture as readers will see it above the text, and its description. */
function PictureFields({ draft: { picture, alt }, onChange }: Pick<DraftFieldsProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation('news');
  return (
    <>
      <PictureField
        label={t('fields.picture')}
        description={t('pictureText', { megabytes: PICTURE_MEGABYTES })}
        megabytes={PICTURE_MEGABYTES}
        picture={picture instanceof File ? picture : picture && pictureUrl(picture.id)}
        alt={alt}
        shape="wide"
        onFile={(file) => onChange({ picture: file })}
        removal={picture && 'remove'}
      />
      {picture ? (
        <TextInput
          label={t('fields.pictureAlt')}
          description={t('pictureAltText')}
          maxLength={200}
          value={alt}
          onChange={(event) => onChange({ alt: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}

/** The fields' contents, unparsed. */
interface Draft extends Pick<Item, 'kind' | 'audience' | 'title' | 'body'> {
  /** UTC, in the format of the browser's date and time field; empty to publish immediately, or if the item is already published or withdrawn. */
  readonly publishAt: string;
  readonly picture: ChosenPicture | undefined;
  readonly alt: string;
}

const draftOf = (item: Item | undefined): Draft => ({
  kind: item?.kind ?? 'news',
  audience: item?.audience ?? 'all',
  title: item?.title ?? '',
  body: item?.body ?? '',
  publishAt: item?.state === 'planned' ? fieldText(item.publish_at) : '',
  picture: item?.picture,
  alt: item?.picture?.alt ?? '',
});

async function send(draft: Draft, item: Item | undefined, reason: string) {
  const { kind, audience, title, body, publishAt, picture, alt } = draft;
  const publish_at = publishAt === '' ? (item?.publish_at ?? 0) : Date.parse(`${publishAt}Z`);
  const fields = { kind, audience, title: title.trim(), body, publish_at };
  const uploaded = picture instanceof File && { upload_id: await uploadPicture(picture), alt: alt.trim() };
  if (item === undefined) {
    return call('POST /api/v3/console/news/publish', { body: { ...fields, ...(uploaded && { picture: uploaded }) } });
  }
  const shown = uploaded || (picture && { alt: alt.trim() });
  return call('POST /api/v3/console/news/edit', {
    body: { ...fields, ...(shown && { picture: shown }), id: item.id, version: item.version, reason },
  });
}

/** A time in the format of the browser's date and time field. */
const fieldText = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
