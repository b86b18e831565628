const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Codes that are not followed by a length field: byte stuffing within a scan, fill bytes, and TEM, RST and SOI. */
const standsAlone = (code: number): boolean => code <= 0x01 || code === 0xff || (code >= 0xd0 && code <= 0xd8);

/**
 * Counts the scans of a JPEG, up to its end. Finds markers as decoders do, skipping anything between them. Each scan of
 * a progressive JPEG costs a pass over the whole picture, even if the scan has only a few bytes.
 */
export function jpegScans(bytes: Buffer): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at !== -1 && at + 1 < bytes.length; ) {
    const code = bytes[at + 1] ?? 0;
    if (code === END_OF_IMAGE) break;
    if (code === START_OF_SCAN) scans += 1;
    const length = standsAlone(code) || at + 4 > bytes.length ? 0 : bytes.readUInt16BE(at + 2);
    at = bytes.indexOf(0xff, code === 0xff ? at + 1 : at + 2 + length);
  }
  return scans;
}
