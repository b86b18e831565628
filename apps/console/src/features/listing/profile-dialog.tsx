import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { factGroups, facts, MOST_INTRO_CHARACTERS, type ProfileDraft, profileFault } from './coin-draft.ts';
import type { ListedCoin } from './listing.ts';
import styles from './listing-form.module.css';

const SIZE = 640;
const MOST_FIGURE_CHARACTERS = 37;
const MOST_SOURCE_CHARACTERS = 80;
const groups = Object.keys(factGroups) as (keyof typeof factGroups)[];

interface ProfileDialogProps {
  readonly coin: ListedCoin;
  readonly onClose: () => void;
}

/** Requests a new profile of a coin: its facts, and dated statements about it. */
export function ProfileDialog({ coin, onClose }: ProfileDialogProps) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const [draft, setDraft] = useState<ProfileDraft>(coin.profile);
  const after = trimmed(draft);
  const isSame = facts.every((fact) => coin.profile[fact] === after[fact]);
  const fault = profileFault(after);
  return (
    <ActDialog
      title={t('profile.title', coin)}
      size={SIZE}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      fault={fault ? t(`profile.${fault.text}`) : isSame ? t('same') : undefined}
      isGuided
      faultField={fault?.field}
      act={async (reason) => {
        await call('POST /api/v3/console/coins/ask-for-profile', { body: { coin: coin.coin, ...after, reason } });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <p className="dim">{t('profile.lead')}</p>
      <ProfileFields draft={draft} fault={fault?.field} onChange={(part) => setDraft({ ...draft, ...part })} />
      {isSame ? null : <BeforeAfter label={t('changes')} before={named(t, coin.profile)} after={named(t, after)} />}
      <p className="dim">{t('nextTwo')}</p>
    </ActDialog>
  );
}

interface ProfileFieldsProps {
  readonly draft: ProfileDraft;
  readonly fault: keyof ProfileDraft | undefined;
  readonly onChange: (part: Partial<ProfileDraft>) => void;
}

function ProfileFields({ draft, fault, onChange }: ProfileFieldsProps) {
  const { t } = useTranslation('listing');
  const hints = {
    issue_date: t('profile.issueDateText'),
    max_supply: t('profile.maximumText'),
    total_supply: t('profile.supplyText'),
    circulating_supply: t('profile.supplyText'),
    supply_date: t('profile.supplyDateText'),
    supply_source: t('profile.sourceText'),
    ranking: t('profile.rankingText'),
    market_cap: t('profile.dollarsText'),
    market_dominance: t('profile.percentText'),
    figures_date: t('profile.dayText'),
    figures_source: t('profile.sourceText'),
    all_time_high: t('profile.dollarsText'),
    all_time_high_date: t('profile.dayText'),
    all_time_low: t('profile.dollarsText'),
    all_time_low_date: t('profile.dayText'),
    records_date: t('profile.dayText'),
    records_source: t('profile.sourceText'),
  };
  return groups.map((group) => (
    <fieldset key={group} className={styles.section}>
      <legend>{t(`profile.groups.${group}`)}</legend>
      {factGroups[group].map((fact) =>
        fact === 'intro' ? (
          <Textarea
            key={fact}
            className={styles.wide}
            label={t(`profile.fields.${fact}`)}
            description={t('profile.introText', { count: MOST_INTRO_CHARACTERS })}
            name={fact}
            rows={4}
            maxLength={MOST_INTRO_CHARACTERS}
            value={draft.intro}
            onChange={(event) => onChange({ intro: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
          />
        ) : (
          <TextInput
            key={fact}
            label={t(`profile.fields.${fact}`)}
            description={hints[fact]}
            name={fact}
            autoComplete="off"
            maxLength={fact.endsWith('_source') ? MOST_SOURCE_CHARACTERS : MOST_FIGURE_CHARACTERS}
            value={draft[fact]}
            error={fault === fact}
            onChange={(event) => onChange({ [fact]: event.currentTarget.value })}
          />
        ),
      )}
    </fieldset>
  ));
}

const trimmed = (draft: ProfileDraft): ProfileDraft => {
  const texts = facts.map((fact) => [fact, draft[fact].trim()]);
  return { ...draft, ...Object.fromEntries(texts) };
};

const named = (t: ReturnType<typeof useTranslation<'listing'>>['t'], profile: ProfileDraft) =>
  Object.fromEntries(facts.map((fact) => [t(`profile.fields.${fact}`), profile[fact]]));
