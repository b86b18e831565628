import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

export type Country = { readonly code: string; readonly name: string; readonly dialCode: string };

export const DEFAULT_COUNTRY = 'US';

/** Every country with its dial code and its name in a language, sorted by name. */
export function countriesIn(language: string): readonly Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, dialCode: `+${getCountryCallingCode(code)}` }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** The number in E.164 (+12015550123), or undefined if it is not valid. */
export function internationalNumber(text: string, country: string): string | undefined {
  if (!isSupportedCountry(country)) return undefined;
  const number = parsePhoneNumberFromString(text, country);
  return number?.isValid() ? number.number : undefined;
}
