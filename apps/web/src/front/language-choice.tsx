import { isLanguage, languageNames, languages } from '@vitrine/contract/languages';
import { BareSelect } from '@vitrine/ui';
import { storeLanguageCookie } from '../lib/language-cookie.ts';
import { paths } from '../lib/paths.ts';
import { isClient } from './live.ts';
import { storePreferences } from './scheme.ts';
import type { Texts } from './texts.ts';

interface LanguageChoiceProps {
  readonly texts: Texts;
  readonly language: string;
  readonly className?: string | undefined;
}

/** Opens the page in another language, which is stored in this browser and, for a signed-in client, in the account. */
export function LanguageChoice({ texts, language, className = '' }: LanguageChoiceProps) {
  return (
    <BareSelect
      className={className}
      aria-label={texts.nav.language}
      value={language}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </BareSelect>
  );
}

async function choose(language: string): Promise<void> {
  if (!isLanguage(language)) return;
  storeLanguageCookie(language);
  storePreferences({ language });
  if (isClient.get())
    await fetch('/api/v3/preferences', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ language }),
    }).catch(() => undefined);
  // A language in the URL would override the stored one.
  if (location.search === '') location.reload();
  else location.assign(paths.landing);
}
