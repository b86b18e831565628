/** 4 to 20 letters or digits of any script, as the server accepts them. */
export const isAntiPhishingCode = (words: string): boolean => /^[\p{L}\p{N}]{4,20}$/u.test(words.normalize('NFC'));
