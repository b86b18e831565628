import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Language, languageNames, languages } from '@vitrine/contract/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { type Draft, draftOf, faultOf, type Promotion, pictureUrl, send } from './draft.ts';
import { Preview } from './preview.tsx';

interface PromotionDialogProps {
  readonly promotion?: Promotion;
  readonly onClose: () => void;
}

/** Creates a promotion or banner, or a new version of one, with a preview. */
export function PromotionDialog({ promotion, onClose }: PromotionDialogProps) {
  const { t } = useTranslation('promotions');
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(promotion, Date.now()));
  const [language, setLanguage] = useState<Language>('en');
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const fault = faultOf(draft);
  return (
    <ActDialog
      title={t(promotion === undefined ? 'write' : 'editTitle')}
      onClose={onClose}
      action={t(promotion === undefined ? 'publish' : 'saveVersion')}
      done={t('saved')}
      reasonIs={promotion === undefined ? 'absent' : 'needed'}
      fault={fault && t(`faults.${fault}`)}
      act={async (reason) => {
        await send(draft, promotion, reason);
        await queries.invalidateQueries({ queryKey: ['promotions'] });
      }}
    >
      <NativeSelect
        label={t('fields.place')}
        value={draft.place}
        onChange={(event) => change({ place: event.currentTarget.value as Draft['place'] })}
        data={(['promotion', 'banner'] as const).map((value) => ({ value, label: t(`places.${value}`) }))}
      />
      <TextInput
        label={t('fields.link')}
        description={t('linkText')}
        maxLength={300}
        value={draft.link}
        onChange={(event) => change({ link: event.currentTarget.value.trim() })}
      />
      <Times draft={draft} onChange={change} />
      <PictureField
        label={t('fields.picture')}
        description={t('pictureText', { megabytes: MEGABYTES })}
        megabytes={MEGABYTES}
        picture={typeof draft.picture === 'string' ? pictureUrl(draft.picture) : draft.picture}
        alt={draft.texts.en.alt}
        shape="wide"
        onFile={(picture) => change({ picture })}
        removal={draft.picture === undefined ? undefined : 'remove'}
      />
      <NativeSelect
        label={t('fields.language')}
        description={t('languageText')}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <Texts draft={draft} language={language} onChange={change} />
      <Preview draft={draft} language={language} />
    </ActDialog>
  );
}

const MEGABYTES = 6;

interface FieldsProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function Times({ draft: { startsAt, endsAt }, onChange }: FieldsProps) {
  const { t } = useTranslation('promotions');
  return (
    <>
      <TextInput
        type="datetime-local"
        label={t('fields.startsAt')}
        value={startsAt}
        onChange={(event) => onChange({ startsAt: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t('fields.endsAt')}
        value={endsAt}
        onChange={(event) => onChange({ endsAt: event.currentTarget.value })}
      />
    </>
  );
}

/** The texts in one language. */
function Texts({ draft: { texts, picture }, language, onChange }: FieldsProps & { readonly language: Language }) {
  const { t } = useTranslation('promotions');
  const { title, text, alt } = texts[language];
  const change = (part: Partial<Draft['texts']['en']>) =>
    onChange({ texts: { ...texts, [language]: { ...texts[language], ...part } } });
  return (
    <>
      <TextInput
        label={t('fields.title')}
        maxLength={80}
        value={title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('fields.text')}
        rows={3}
        maxLength={240}
        value={text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {picture === undefined ? null : (
        <TextInput
          label={t('fields.alt')}
          description={t('altText')}
          maxLength={200}
          value={alt}
          onChange={(event) => change({ alt: event.currentTarget.value })}
        />
      )}
    </>
  );
}
