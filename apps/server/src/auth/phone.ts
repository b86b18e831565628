import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A phone number in E.164 form; undefined if it is not valid. A number without + is read as a US number. */
export const normalisePhone = (text: string): string | undefined => {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isValid() ? number.number : undefined;
};

/**
 * Whether a text message may be sent to this number. It must belong to a country, and be a mobile number as far as that
 * can be determined. This excludes premium-rate numbers.
 */
export const takesTexts = (number: string): boolean => {
  const parsed = parsePhoneNumberFromString(number);
  const type = parsed?.getType();
  return parsed?.country !== undefined && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE');
};

/** Stands for the country of numbers without one, such as those of satellite phones. */
const NO_COUNTRY = 'ZZ';

export const phoneCountries: readonly string[] = [...getCountries(), NO_COUNTRY];

/** The ISO 3166 code of the country of a number in E.164 form. */
export const phoneCountry = (number: string): string => parsePhoneNumberFromString(number)?.country ?? NO_COUNTRY;
