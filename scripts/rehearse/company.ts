import { PROVIDER_DEFINITIONS } from '../../service/providers/registry.ts';
import { credentialsAt } from './credentials.ts';
import type { Keys } from './merchant.ts';
import { CARD } from './merchant.ts';
import type { Operate } from './open-house.ts';
import type { Parties } from './open-parties.ts';
import type { Report } from './report.ts';
import { mustBe } from './report.ts';
import { THANKS_PATH } from './shop-page.ts';

export const COMPANY = 'rehearsal';

export type OpenedCompany = {
  keys: Keys;
  signingSecret: string;
  noticeAddresses: Readonly<Record<string, string>>;
  secrets: ReadonlyMap<string, string>;
};

/** Makes a company that may transact, with credentials at every party, by commands alone. */
export async function openCompany(
  parties: Parties,
  { operate, shopUrl, report }: { operate: Operate; shopUrl: string; report: Report },
): Promise<OpenedCompany> {
  const of = { company: COMPANY };
  await operate('company create', {
    ...of,
    name: 'Livraria do Ensaio LTDA',
    'trade-name': 'Livraria do Ensaio',
    document: '11222333000181',
  });
  await operate('company set-kyc', { ...of, status: 'approved' });
  await operate('company set-card', { ...of, enabled: 'yes' });
  await operate('company set-origins', { ...of, origins: shopUrl });
  const [key] = await operate('key create', of);
  const [signing] = await operate('signing activate', of);
  const noticeAddresses: Record<string, string> = {};
  const credentials = credentialsAt(parties, { returnAddress: `${shopUrl}${THANKS_PATH}` });
  for (const [provider, settings] of Object.entries(credentials)) {
    await report.attempt(`${provider}: credentials are kept, tried and connected`, async () => {
      await operate('provider add', { ...of, provider, ...settings });
      const [tried] = await operate('provider test', { ...of, provider });
      mustBe('what a call that changes nothing says', tried?.works, true);
      const [connected] = await operate('provider connect', { ...of, provider });
      noticeAddresses[provider] = `${connected?.address}`;
      return connected?.connected === 'by hand' ? 'its notices by hand' : null;
    });
  }
  await report.attempt('efi: its banks are taken for open finance', async () => {
    const banks = await operate('company set-banks', { ...of, from: 'efi' });
    return banks.map(({ name }) => name).join(', ');
  });
  const secrets = new Map([
    ['the number of the card', CARD.number],
    ['the secret key', `${key?.secretKey}`],
    ['the signing secret', `${signing?.secret}`],
    ...secretsOf(credentials, noticeAddresses),
  ]);
  return {
    secrets,
    keys: { publicKey: `${key?.publicKey}`, secretKey: `${key?.secretKey}` },
    signingSecret: `${signing?.secret}`,
    noticeAddresses,
  };
}

function secretsOf(
  credentials: ReturnType<typeof credentialsAt>,
  noticeAddresses: Readonly<Record<string, string>>,
): [string, string][] {
  const secrets: [string, string][] = [];
  for (const { name: provider, settings } of PROVIDER_DEFINITIONS) {
    for (const { name, isSecret } of settings) {
      const typed = credentials[provider]?.[name];
      if (isSecret && typed !== undefined) secrets.push([`${name} of ${provider}`, typed]);
    }
    const secret = noticeAddresses[provider]?.split('/').at(-1);
    if (secret !== undefined) secrets.push([`the address of ${provider}`, secret]);
  }
  return secrets;
}

export async function routeTo(operate: Operate, method: string, providers: string): Promise<void> {
  await operate('route set', { company: COMPANY, method, providers });
}

/** Every provider that can be switched on takes part. */
export function missingParties(parties: Parties): string[] {
  const played = Object.keys(parties.whereabouts);
  return PROVIDER_DEFINITIONS.map(({ name }) => name).filter((name) => !played.includes(name));
}
