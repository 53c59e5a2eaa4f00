import * as z from 'zod/mini';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken, textMatching } from '../../../contract/errors/broken-rule.ts';
import type { ClientIdentity, ProviderSetting } from '../definition.ts';
import { setting } from '../definition.ts';
import type { PixCredentials } from './bank.ts';
import type { PixReceiver } from './pix-bacen.ts';
import type { PixProfile } from './profiles.ts';

export type PixSettings = PixReceiver & { credentials: PixCredentials; identity: ClientIdentity };

const CERTIFICATE_SETTINGS: readonly ProviderSetting[] = [
  setting('secret file', 'certificate', {
    en: 'certificate and key in one file (.p12 or .pfx), as the bank hands it out',
    pt: 'certificado e chave em um só arquivo (.p12 ou .pfx), como o banco entrega',
  }),
  setting('optional secret', 'certificate-password', {
    en: 'the password of that file; left out where it has none',
    pt: 'a senha desse arquivo; deixe fora quando ele não tem senha',
  }),
  setting('file', 'certificate-pem', {
    en: 'in place of that file: the certificate alone (.crt or .pem)',
    pt: 'no lugar desse arquivo: só o certificado (.crt ou .pem)',
  }),
  setting('secret file', 'key-pem', {
    en: 'with certificate-pem: its private key (.key or .pem)',
    pt: 'junto com certificate-pem: a chave privada dele (.key ou .pem)',
  }),
];

const CLIENT_SECRET = setting('secret', 'client-secret', {
  en: "the application's client_secret",
  pt: 'o client_secret da aplicação',
});
const APPLICATION_KEY = setting('secret', 'application-key', {
  en: 'the key that every call names the application by (gw-dev-app-key)',
  pt: 'a chave com que toda chamada identifica a aplicação (gw-dev-app-key)',
});
const ACCOUNT_NUMBER = setting('identifier', 'account-number', {
  en: 'the number of the account, digits alone',
  pt: 'o número da conta, só dígitos',
});

/** The settings of a bank, in the order in which it is asked for them. */
export function pixSettingsOf(profile: PixProfile): ProviderSetting[] {
  const held = profile.header?.holds;
  return [
    setting('identifier', 'client-id', {
      en: "the application's client_id",
      pt: 'o client_id da aplicação',
    }),
    // Where the form has the id alone, the certificate is the secret.
    ...(profile.tokenAuth === 'form_id' ? [] : [CLIENT_SECRET]),
    ...(held === 'application_key' ? [APPLICATION_KEY] : []),
    ...(held === 'account_number' ? [ACCOUNT_NUMBER] : []),
    setting('identifier', 'pix-key', {
      en: 'the PIX key that is paid to, one of the account',
      pt: 'a chave PIX que recebe, uma das chaves da conta',
    }),
    setting('identifier', 'merchant-city', {
      en: 'the city that payers see, at most 15 letters count',
      pt: 'a cidade que o pagador vê; contam no máximo 15 letras',
    }),
    ...CERTIFICATE_SETTINGS,
  ];
}

const word = textMatching(/^[\x21-\x7e]{1,500}$/, 'characters', {
  allowed: 'ASCII',
  min: 1,
  max: 500,
});
const fileContent = textMatching(/^[A-Za-z0-9+/]+={0,2}$/, 'required');

const typedSchema = z.object({
  'client-id': word,
  'client-secret': z.optional(word),
  'application-key': z.optional(word),
  'account-number': z.optional(textMatching(/^\d{1,20}$/, 'digits', { min: 1, max: 20 })),
  'pix-key': textMatching(/^[\x21-\x7e]{1,77}$/, 'characters', {
    allowed: 'ASCII',
    min: 1,
    max: 77,
  }),
  'merchant-city': textMatching(/^[\p{L}\d .'-]{1,60}$/u, 'format', { example: 'São Paulo' }),
  certificate: z.optional(fileContent),
  'certificate-password': z.optional(z.string().check(z.maxLength(500))),
  'certificate-pem': z.optional(fileContent),
  'key-pem': z.optional(fileContent),
});

type Typed = z.infer<typeof typedSchema>;

export function pixSettingsSchema(profile: PixProfile): z.ZodMiniType<PixSettings> {
  const needed = pixSettingsOf(profile)
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => name);
  return z.pipe(
    typedSchema.check((context) => {
      const given = new Map(Object.entries(context.value));
      const issue = (name: string, params: BrokenRule) =>
        context.issues.push({ code: 'custom', path: [name], params, input: undefined });
      for (const name of needed) if (!given.has(name)) issue(name, broken('required'));
      const { certificate, 'certificate-pem': pem, 'key-pem': key } = context.value;
      if ((certificate === undefined) === (pem === undefined)) {
        issue('certificate', broken('exactly_one', { of: 'certificate, certificate-pem' }));
      } else if ((pem === undefined) !== (key === undefined)) {
        issue('key-pem', broken('together', { with: 'certificate-pem' }));
      }
    }),
    z.transform(toSettings),
  );
}

function toSettings(typed: Typed): PixSettings {
  return {
    pixKey: typed['pix-key'],
    merchantCity: typed['merchant-city'],
    credentials: {
      clientId: typed['client-id'],
      clientSecret: typed['client-secret'] ?? '',
      applicationKey: typed['application-key'] ?? '',
      accountNumber: typed['account-number'] ?? '',
    },
    identity: toIdentity(typed),
  };
}

function toIdentity(typed: Typed): ClientIdentity {
  const bytes = (content = '') => Buffer.from(content, 'base64');
  if (typed.certificate !== undefined) {
    const password = typed['certificate-password'] ?? '';
    return { kind: 'pfx', pfx: bytes(typed.certificate), password };
  }
  const certificatePem = bytes(typed['certificate-pem']).toString('utf8');
  return { kind: 'pem', certificatePem, keyPem: bytes(typed['key-pem']).toString('utf8') };
}
