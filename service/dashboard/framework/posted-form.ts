import { timingSafeEqual } from 'node:crypto';
import type { DashboardCookies } from './cookies.ts';
import type { DashboardServices } from './services.ts';

export type PostedForm = {
  fields: Readonly<Record<string, string>>;
  all(name: string): string[];
  fileBytes(name: string): Promise<Uint8Array | null>;
};

export const NOTHING_POSTED: PostedForm = {
  fields: {},
  all: () => [],
  fileBytes: async () => null,
};

const MAX_FORM_BYTES = 65_536;

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Null where it is no form, or larger than it may be; reads no more than that. */
export async function readPostedForm(
  request: Request,
  maxBytes = MAX_FORM_BYTES,
): Promise<PostedForm | null> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!FORM_TYPES.includes(contentType.split(';')[0]?.trim().toLowerCase() ?? '')) return null;
  const body = await readAtMost(request, maxBytes);
  if (body === null) return null;
  const data = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  if (data === null) return null;
  const texts = [...data].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return {
    fields: Object.fromEntries(texts),
    all: (name) => texts.filter(([one]) => one === name).map(([, value]) => value),
    async fileBytes(name) {
      const file = data.get(name);
      if (!(file instanceof Blob) || file.size === 0) return null;
      return new Uint8Array(await file.arrayBuffer());
    },
  };
}

async function readAtMost(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const TOKEN_BYTES = 32;

/**
 * What a form of ours carries and nobody else's can: a hash of the session's token or, for who is
 * not signed in, of a random value that their browser keeps for us. A page gets it masked.
 */
export function formTokenOf(
  sessionToken: string | null,
  cookies: DashboardCookies,
  { hash, randomBytes }: Pick<DashboardServices, 'hash' | 'randomBytes'>,
): Uint8Array {
  return hash('form-token', sessionToken ?? visitorOf(cookies, randomBytes));
}

/**
 * The token as one page carries it: random bytes, and the token under them. No two pages have text
 * in common by it, so that the size of compressed pages tells nothing of it.
 */
export function maskFormToken(
  token: Uint8Array,
  randomBytes: DashboardServices['randomBytes'],
): string {
  const mask = randomBytes(TOKEN_BYTES);
  return Buffer.concat([mask, mixed(token, mask)]).toString('base64url');
}

export function isFormToken(text: string, token: Uint8Array): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 2 * TOKEN_BYTES) return false;
  return timingSafeEqual(mixed(bytes.subarray(TOKEN_BYTES), bytes), token);
}

function mixed(bytes: Uint8Array, mask: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => byte ^ (mask[index] ?? 0));
}

function visitorOf(cookies: DashboardCookies, randomBytes: DashboardServices['randomBytes']) {
  const known = cookies.read('visitor');
  if (known !== undefined) return known;
  const made = Buffer.from(randomBytes(16)).toString('base64url');
  cookies.write('visitor', made);
  return made;
}
