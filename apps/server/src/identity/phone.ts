import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A phone number in E.164 form. A number without + is read as a US one. Undefined where it is not a real number. */
export const normalisePhone = (text: string): string | undefined => {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isValid() ? number.number : undefined;
};
