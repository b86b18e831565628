/** A text encoded as the bytes to send to any number of sockets. */
export type Frame = Buffer & { readonly frame: unique symbol };

const TEXT_IN_ONE_FRAME = 0x81;

/**
 * The text as one WebSocket text frame (RFC 6455, section 5.2). A server's frames are not masked, so they are the same
 * for everyone: a message is serialized and framed once, and each reader costs one write.
 */
export function frameOf(text: string): Frame {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafeSlow(header + length);
  bytes[0] = TEXT_IN_ONE_FRAME;
  if (header === 2) bytes[1] = length;
  else if (header === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.write(text, header);
  return bytes as Frame;
}
