import { Decrypter, Encrypter } from 'age-encryption';

/**
 * Decision: files in the format of `age`, for one key of X25519, so that an operator opens them with
 * the tool that made the key. Source: C2SP, "The age file encryption format", version 1.
 */
export const AGE_VERSION = 'age-encryption.org/v1';

/** A header of ours has four lines; one that never ends is no header. */
const LONGEST_HEADER = 16 * 1024;

/** The file cannot be opened with this key, or is not as it was written. */
export class AgeProblem extends Error {
  readonly kind: 'damaged' | 'not_encrypted' | 'not_opened';

  constructor(kind: AgeProblem['kind'], cause?: unknown) {
    super(kind, { cause });
    this.name = 'AgeProblem';
    this.kind = kind;
  }
}

/** The public key that others encrypt to, as `age-keygen` writes it; null where it is none. */
export function parseAgeRecipient(text: string): string | null {
  return /^age1[02-9ac-hj-np-z]{58}$/.test(text) && isKey(() => toRecipient(text)) ? text : null;
}

/** The line of a file of `age-keygen` that begins with `AGE-SECRET-KEY-1`; notes may stand above. */
export function parseAgeIdentity(text: string): string | null {
  const line = text.split(/\r?\n/).find((one) => one.startsWith('AGE-SECRET-KEY-1'));
  const key = line?.trim() ?? '';
  return isKey(() => toIdentity(key)) ? key : null;
}

/** Encrypts what is written until `end`; `take` is given each piece of the file in its order. */
export async function openAgeEncrypter(
  recipient: string,
  take: (bytes: Uint8Array) => Promise<void>,
) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const file = await toRecipient(recipient).encrypt(readable);
  const writer = writable.getWriter();
  const taken = (async () => {
    for await (const bytes of file) await take(bytes);
  })();
  // Whoever writes learns of it first; `end` throws it in any case.
  taken.catch(() => undefined);
  return {
    write: (bytes: Uint8Array) => writer.write(bytes),
    async end() {
      await writer.close();
      await taken;
    },
  };
}

/** Decrypts as bytes come; nothing is given that was not proved. Throws `AgeProblem`. */
export async function* decryptAge(
  source: AsyncIterable<Buffer>,
  identity: string,
): AsyncGenerator<Buffer, undefined> {
  const decrypter = toIdentity(identity);
  // It is asked where the identity opened no stanza.
  decrypter.addIdentity({
    unwrapFileKey() {
      throw new AgeProblem('not_opened');
    },
  });
  try {
    const file = toStream(withHeader(source));
    for await (const bytes of await decrypter.decrypt(file)) yield Buffer.from(bytes);
  } catch (error) {
    throw error instanceof AgeProblem ? error : new AgeProblem('damaged', error);
  }
}

async function* withHeader(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let beginning: Buffer | null = Buffer.alloc(0);
  for await (const bytes of source) {
    if (beginning === null) {
      yield bytes;
      continue;
    }
    beginning = Buffer.concat([beginning, bytes]);
    const version = Buffer.from(`${AGE_VERSION}\n`).subarray(0, beginning.length);
    if (!beginning.subarray(0, version.length).equals(version)) {
      throw new AgeProblem('not_encrypted');
    }
    if (beginning.includes('\n---')) {
      yield beginning;
      beginning = null;
    } else if (beginning.length > LONGEST_HEADER) {
      throw new AgeProblem('damaged');
    }
  }
  if (beginning !== null) throw new AgeProblem('damaged');
}

function toStream(pieces: AsyncGenerator<Buffer, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = await pieces.next();
      if (value === undefined) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

function toRecipient(text: string): Encrypter {
  const encrypter = new Encrypter();
  encrypter.addRecipient(text);
  return encrypter;
}

function toIdentity(text: string): Decrypter {
  const decrypter = new Decrypter();
  decrypter.addIdentity(text);
  return decrypter;
}

function isKey(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
