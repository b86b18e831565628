import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;
/** COSE labels and values of an EC2 key for ES256 on the P-256 curve. */
const cose = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3, ec2: 2, es256: -7, p256: 1 } as const;

/** How the responses of a software passkey deviate from those of a real one. */
export interface PasskeyChanges {
  readonly clientData?: object;
  readonly id?: Buffer;
  readonly key?: { readonly algorithm?: number; readonly curve?: number; readonly y?: Uint8Array };
}

/** A passkey in software (WebAuthn level 3). At each use, the test says whether the passkey has verified its owner. */
export class SoftwarePasskey {
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id: Buffer;
  /** The signature counter, which is incremented and signed at each use. */
  uses = 0;
  changes: PasskeyChanges;

  constructor(origin: string, changes: PasskeyChanges = {}) {
    this.#origin = origin;
    this.changes = changes;
    this.#id = changes.id ?? randomBytes(16);
  }

  /** The response of a browser that has created the passkey. */
  made({ challenge }: { readonly challenge: string }, { verified }: { readonly verified: boolean }) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#publicKey()]);
    const authData = Buffer.concat([this.#head(verified, CREDENTIAL_INCLUDED), credential]);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The response of a browser that has used the passkey: an assertion. */
  used({ challenge }: { readonly challenge: string }, { verified }: { readonly verified: boolean }) {
    const clientData = this.#clientData('webauthn.get', challenge);
    const authData = this.#head(verified, 0);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #answer(response: object) {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string): Buffer {
    const said = { type, challenge, origin: this.#origin, crossOrigin: false, ...this.changes.clientData };
    return Buffer.from(JSON.stringify(said));
  }

  #head(verified: boolean, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.uses);
    const site = createHash('sha256').update(new URL(this.#origin).hostname).digest();
    return Buffer.concat([site, Buffer.from([flags | USER_PRESENT | (verified ? USER_VERIFIED : 0)]), counter]);
  }

  #publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const { algorithm = cose.es256, curve = cose.p256, y: otherY } = this.changes.key ?? {};
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [cose.keyType, cose.ec2],
        [cose.algorithm, algorithm],
        [cose.curve, curve],
        [cose.x, bytes(x)],
        [cose.y, otherY ?? bytes(y)],
      ]),
    );
  }
}
