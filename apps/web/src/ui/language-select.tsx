import { isLanguage, languageNames, languages } from '@vitrine/contract/languages';
import { BareSelect } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { pageLanguage, usePreferences } from '../lib/preferences.ts';

/** The languages, each labeled in its own language. */
export const languageChoices = languages.map((value) => ({ value, label: languageNames[value] }));

/** Reloads the page in another language, with that language's number format unless another one was chosen. */
export function chooseLanguage(value: string): void {
  if (!isLanguage(value) || value === pageLanguage) return;
  const { number_format, set } = usePreferences.getState();
  set({ language: value, ...(number_format === 'comma_point' && { number_format: 'auto' }) });
}

/** The language switch for bars and menus. */
export function LanguageSelect({ className }: { readonly className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <BareSelect
      className={className ?? ''}
      aria-label={t('language')}
      value={pageLanguage}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value)}
    >
      {languageChoices.map(({ value, label }) => (
        <option key={value} value={value} lang={value}>
          {label}
        </option>
      ))}
    </BareSelect>
  );
}
