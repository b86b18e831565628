import { Button } from '@mantine/core';
import { LoadFailed, lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../lib/session.ts';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { birthDateText } from './birth-date.ts';
import { useProfile } from './use-profile.ts';

const EditProfileDialog = lazyPart(() => import('./edit-profile-dialog.tsx').then((m) => m.EditProfileDialog));

/** Name, gender, birthday, address and mobile number, and a button to change them. */
export function PersonalInfo({ client }: { readonly client: Client }) {
  const { t, i18n } = useTranslation('profile');
  const [isEditing, setIsEditing] = useState(false);
  const { data, isError, refetch } = useProfile();
  const profile = data?.profile;
  const fact = (name: 'name' | 'gender' | 'dateOfBirth' | 'address' | 'mobile', value: string | undefined) => (
    <Fact name={t(`info.${name}`)} value={value || undefined} unset={t('info.notSet')} />
  );
  return (
    <Section
      title={t('info.title')}
      action={
        <Button variant="default" size="compact-sm" disabled={!profile} onClick={() => setIsEditing(true)}>
          {t('info.edit')}
        </Button>
      }
      note={t('info.note')}
    >
      {profile ? (
        <FactList>
          {fact('name', profile.name)}
          {fact('gender', profile.gender && t(`info.genders.${profile.gender}`))}
          {fact('dateOfBirth', profile.date_of_birth && birthDateText(profile.date_of_birth, i18n.language))}
          {fact('address', profile.address)}
          {fact('mobile', client.mobile_number)}
        </FactList>
      ) : isError ? (
        <LoadFailed title={t('info.failed')} onRetry={refetch} />
      ) : (
        <SkeletonLines lines={5} />
      )}
      {profile && isEditing ? (
        <LazyPart>
          <EditProfileDialog profile={profile} onClose={() => setIsEditing(false)} />
        </LazyPart>
      ) : null}
    </Section>
  );
}
