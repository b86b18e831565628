import { useEffect, useState } from 'react';
import { pageLanguage } from './preferences.ts';

/** The names of months and days in calendars, for each language except English, which the library has. */
const loaders = {
  de: { name: 'de', load: () => import('dayjs/locale/de') },
  ja: { name: 'ja', load: () => import('dayjs/locale/ja') },
  es: { name: 'es', load: () => import('dayjs/locale/es') },
  vi: { name: 'vi', load: () => import('dayjs/locale/vi') },
  'zh-CN': { name: 'zh-cn', load: () => import('dayjs/locale/zh-cn') },
  'zh-TW': { name: 'zh-tw', load: () => import('dayjs/locale/zh-tw') },
} as const;

const FORMATS = {
  en: 'D MMM YYYY',
  de: 'D. MMM YYYY',
  ja: 'YYYY年M月D日',
  es: 'D MMM YYYY',
  vi: 'DD/MM/YYYY',
  'zh-CN': 'YYYY年M月D日',
  'zh-TW': 'YYYY年M月D日',
} as const;

/** The languages in which calendars begin with Sunday. */
const FROM_SUNDAY: readonly string[] = ['ja', 'zh-TW'];

let isLoaded = pageLanguage === 'en';

/** How calendars write dates: in English until the language's names have loaded. */
export function useDatesLocale() {
  const [locale, setLocale] = useState(loadedName);
  useEffect(() => {
    if (pageLanguage === 'en' || isLoaded) return;
    const onLoaded = () => {
      isLoaded = true;
      setLocale(loadedName());
    };
    loaders[pageLanguage].load().then(onLoaded, () => undefined);
  }, []);
  const firstDayOfWeek: 0 | 1 = FROM_SUNDAY.includes(pageLanguage) ? 0 : 1;
  return { settings: { locale, firstDayOfWeek }, format: FORMATS[pageLanguage] };
}

const loadedName = (): string => (pageLanguage === 'en' || !isLoaded ? 'en' : loaders[pageLanguage].name);
