import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A phone number in E.164 form. A number without + is read as a US one. Undefined where it is not a real number. */
export const normalisePhone = (text: string): string | undefined => {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isValid() ? number.number : undefined;
};

/** Whether a text message may be sent to it: to a mobile of a country, never to a premium-rate number. */
export const takesTexts = (number: string): boolean => {
  const parsed = parsePhoneNumberFromString(number);
  const type = parsed?.getType();
  return parsed?.country !== undefined && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE');
};

/** Of numbers that belong to no country, as of satellite phones. */
const NO_COUNTRY = 'ZZ';

export const phoneCountries: readonly string[] = [...getCountries(), NO_COUNTRY];

/** ISO 3166 of a number in E.164 form. */
export const phoneCountry = (number: string): string => parsePhoneNumberFromString(number)?.country ?? NO_COUNTRY;
