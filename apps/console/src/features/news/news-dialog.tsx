import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { PictureField } from './picture-field.tsx';
import { type ChosenPicture, type NewsItem as Item, uploadPicture } from './pictures.ts';

/** Writes something new, or a new version of something. */
export function NewsDialog({ item, onClose }: { readonly item?: Item; readonly onClose: () => void }) {
  const { t } = useTranslation('news');
  const queries = useQueryClient();
  const [kind, setKind] = useState<Item['kind']>(item?.kind ?? 'news');
  const [audience, setAudience] = useState<Item['audience']>(item?.audience ?? 'all');
  const [title, setTitle] = useState(item?.title ?? '');
  const [body, setBody] = useState(item?.body ?? '');
  const [publishAt, setPublishAt] = useState(item?.state === 'planned' ? fieldText(item.publish_at) : '');
  const [picture, setPicture] = useState<ChosenPicture | undefined>(item?.picture);
  const [alt, setAlt] = useState(item?.picture?.alt ?? '');
  const isFilled = title.trim().length >= 3 && body.trim() !== '';
  const isDescribed = picture === undefined || alt.trim().length >= 3;
  const send = async (reason: string) => {
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
  };
  return (
    <ActDialog
      title={t(item === undefined ? 'write' : 'editTitle')}
      onClose={onClose}
      action={t(item === undefined ? 'publish' : 'saveVersion')}
      done={t(item === undefined ? 'published' : 'saved')}
      reasonIs={item === undefined ? 'absent' : 'needed'}
      fault={isFilled ? (isDescribed ? undefined : t('pictureAltMissing')) : t('unfilled')}
      act={async (reason) => {
        await send(reason);
        await queries.invalidateQueries({ queryKey: ['news'] });
      }}
    >
      <NativeSelect
        label={t('fields.kind')}
        description={t('kindText')}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Item['kind'])}
        data={(['news', 'announcement'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <NativeSelect
        label={t('fields.audience')}
        value={audience}
        onChange={(event) => setAudience(event.currentTarget.value as Item['audience'])}
        data={(['all', 'verified'] as const).map((value) => ({ value, label: t(`audiences.${value}`) }))}
      />
      <TextInput
        label={t('fields.title')}
        maxLength={120}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <PictureField picture={picture} onPicture={setPicture} alt={alt} onAlt={setAlt} />
      <Textarea
        label={t('fields.body')}
        description={t('bodyText')}
        rows={8}
        maxLength={20_000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      {item === undefined || item.state === 'planned' ? (
        <TextInput
          type="datetime-local"
          label={t('fields.publishAtUtc')}
          description={t('publishAtText')}
          value={publishAt}
          onChange={(event) => setPublishAt(event.currentTarget.value)}
        />
      ) : null}
    </ActDialog>
  );
}

/** A moment as the browser's field has it. */
const fieldText = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
