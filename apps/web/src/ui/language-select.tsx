import { isLanguage, languageNames, languages } from '@vitrine/contract/languages';
import { BareSelect } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { pageLanguage, usePreferences } from '../lib/preferences.ts';

/** The languages by their own names. */
export const languageChoices = languages.map((value) => ({ value, label: languageNames[value] }));

/** Opens the page again in another language, with the numbers of that language unless another format was chosen. */
export function chooseLanguage(value: string): void {
  if (!isLanguage(value) || value === pageLanguage) return;
  const { number_format, set } = usePreferences.getState();
  set({ language: value, ...(number_format === 'comma_point' && { number_format: 'auto' }) });
}

/** The switch between languages, for bars and menus. */
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
