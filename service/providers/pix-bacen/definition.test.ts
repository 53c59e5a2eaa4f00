import { describe, expect, it } from 'vitest';
import { partyMeans } from '../../testing/party-means.ts';
import { pixBankSettings } from '../../testing/pix-bank-settings.ts';
import { arrangePixBank } from '../../testing/test-pix-bank.ts';
import { checkFault } from '../check-fault.ts';
import type { DefinitionUnderTest } from '../definition.cases.ts';
import { definitionCases } from '../definition.cases.ts';
import type { Notice } from '../provider.ts';
import { PIX_BANKS } from './definition.ts';
import type { PixProfileName } from './profiles.ts';

const NAMES = ['sicoob', 'sicredi', 'bb', 'inter', 'santander'] as const;
/** One bank stands for all: what is typed is read in one place. */
const SPOILED: DefinitionUnderTest['spoiled'] = [
  ['client-secret', { 'client-secret': undefined }],
  ['client-secret', { 'client-secret': 'two words' }],
  ['account-number', { 'account-number': 'abc' }],
  ['account-number', { 'account-number': undefined }],
  ['pix-key', { 'pix-key': '' }],
  ['merchant-city', { 'merchant-city': '\n' }],
  ['certificate', { certificate: undefined }],
  ['certificate', { certificate: '' }],
  ['certificate', { 'certificate-pem': 'AAAA', 'key-pem': 'AAAA' }],
  ['key-pem', { certificate: undefined, 'certificate-pem': 'AAAA' }],
];
const ADDRESS = 'https://pay.example.com/providers/inter/notices/5f0c';
const { signal: never } = new AbortController();

function definitionOf(name: PixProfileName) {
  const definition = PIX_BANKS.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`${name} is not defined`);
  return definition;
}

/** A company's provider, made of what an operator typed; `changes` spoil it. */
async function arrange(name: PixProfileName, changes: Record<string, string> = {}) {
  const { bank, clock } = await arrangePixBank({ profile: name });
  const definition = definitionOf(name);
  const settings = definition.schema.parse({ ...pixBankSettings(bank, name), ...changes });
  const identity = definition.identityOf(settings);
  const { means } = partyMeans(bank, clock, { identity });
  const hosts = { api: bank.api, token: new URL(bank.tokenUrl).origin };
  const provider = definition.create(settings, { ...means, hosts });
  const { test, notices } = provider;
  if (test === undefined || notices?.connect === undefined) throw new Error('a verb is missing');
  return { bank, provider, test, connect: notices.connect, notices };
}

function noticeOf(body: string): Notice {
  return {
    headers: {},
    query: new URLSearchParams(),
    rawBody: Buffer.from(body),
    clientCertificate: null,
  };
}

describe.each(NAMES)('%s', (name) => {
  const spoiled = name === 'inter' ? SPOILED : [];
  definitionCases({ name, unknown: { 'client-id': 'somebody-else' }, spoiled });
});

describe.each(NAMES)('the credentials of %s', (name) => {
  it('register an address for notices, again and again', async () => {
    const { bank, connect } = await arrange(name);
    expect(await connect(ADDRESS, never)).toEqual({ kind: 'works' });
    expect(await connect(ADDRESS, never)).toEqual({ kind: 'works' });
    expect(bank.takeViolations()).toEqual([]);
  });
});

describe('an address for notices', () => {
  it('is refused with the status of the bank where it takes none', async () => {
    const { bank, connect } = await arrange('inter', { 'pix-key': 'of-somebody-else' });
    const reason = checkFault('address_not_taken', { status: 400 });
    expect(await connect(ADDRESS, never)).toEqual({ kind: 'refused', reason });
    expect(bank.takeViolations()).toHaveLength(1);
  });

  it('counts as registered where the answer was lost and the bank has kept it', async () => {
    const { bank, connect } = await arrange('inter');
    bank.faults.next({ method: 'PUT' }, { kind: 'empty_answer' });
    expect(await connect(ADDRESS, never)).toEqual({ kind: 'works' });
  });

  it('is refused where the answer was lost and the bank has none', async () => {
    const { bank, connect } = await arrange('inter');
    bank.faults.next({ method: 'PUT' }, { kind: 'cut' });
    const reason = checkFault('address_not_kept', {});
    expect(await connect(ADDRESS, never)).toEqual({ kind: 'refused', reason });
  });

  it('is unknown where the bank does not tell what it has kept', async () => {
    const { bank, connect } = await arrange('inter');
    bank.faults.next({ method: 'GET' }, { kind: 'html_error', status: 502, isCommitted: false });
    await expect(connect(ADDRESS, never)).rejects.toThrow('does not tell where notices go');
  });
});

describe('a notice', () => {
  const key = 'deadbeef000000000000000000000000';

  it('leads to the charges it is about, each once', async () => {
    const { notices } = await arrange('inter');
    const pix = [
      { txid: key.toUpperCase(), valor: '1.00' },
      { txid: key },
      { txid: 'made-elsewhere' },
      {},
    ];
    expect(await notices.read(noticeOf(JSON.stringify({ pix })), never)).toEqual({
      kind: 'about',
      attempts: [{ of: 'payin', key }],
    });
  });

  it.each(['', 'null', '[]', '{}', '{"pix":{}}', '{"pix":[7]}', '{"pix":[{"txid":7}]}', '<html>'])(
    'that is none is refused: %s',
    async (body) => {
      const { notices } = await arrange('inter');
      expect(await notices.read(noticeOf(body), never)).toEqual({ kind: 'forged' });
    },
  );
});

describe('what an operator types for a bank', () => {
  const typed = {
    'client-id': 'id',
    'client-secret': 'a-secret',
    'account-number': '123',
    'pix-key': 'loja@example.com',
    'merchant-city': 'São Paulo',
    certificate: 'AAAA',
  };

  function faultsOf(changes: Record<string, string | undefined>) {
    const given = Object.entries({ ...typed, ...changes }).filter(
      ([, value]) => value !== undefined,
    );
    const read = definitionOf('inter').schema.safeParse(Object.fromEntries(given));
    return read.success ? [] : read.error.issues.map(({ path, message }) => [path[0], message]);
  }

  it('is taken with a certificate in one file, or as two texts', () => {
    expect(faultsOf({})).toEqual([]);
    const two = { certificate: undefined, 'certificate-pem': 'AAAA', 'key-pem': 'AAAA' };
    expect(faultsOf(two)).toEqual([]);
  });
});
