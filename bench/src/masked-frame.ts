/** A short text as a client's WebSocket sends it (RFC 6455). */
export function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new Error('the request exceeds 125 bytes, the limit for a short frame');
  // A mask of zeros is valid, and leaves the payload unchanged.
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
