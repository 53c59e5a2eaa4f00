import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsAt } from './credentials.ts';
import { createMerchant } from './merchant.ts';
import type { House } from './open-house.ts';
import { openHouse } from './open-house.ts';
import type { Parties } from './open-parties.ts';
import { openParties } from './open-parties.ts';

/*
 * The commands of the operators' pages, typed as they stand there, one page after the other, by
 * somebody who has an account at that party and reads nothing else.
 */

/** By page: the methods that its account is to have in the end. */
const PAGES = [
  ['provider-efi', ['boleto', 'open_finance', 'pix']],
  ['provider-pix-banks', ['pix']],
  ['provider-cielo', ['credit_card']],
  ['provider-mercadopago', ['boleto', 'credit_card', 'pix']],
  ['provider-pagbank', ['boleto', 'credit_card', 'pix']],
] as const;

let parties: Parties;
let house: House;

beforeAll(async () => {
  parties = await openParties();
  house = await openHouse(parties, {
    sendWebhook: () => Promise.reject(new Error('nobody has a receiver here')),
    builtDir: 'nowhere',
  });
});
afterAll(async () => {
  await house.stop();
  await parties.stop();
});

describe.each(['en', 'pt'])('the operators’ pages in %s', (language) => {
  it.each(PAGES)('of %s switch it on, and the account has its methods', async (page, methods) => {
    const company = `${page}${language}`.replaceAll('-', '');
    const typed = credentialsAt(parties, { returnAddress: 'https://loja.example.com/obrigado' });

    /** Whatever is to be put in for a name in capitals or a file comes from the party. */
    const run = async (line: string): Promise<readonly object[]> => {
      const { command, options } = readCommand(line);
      const own = typed[options.provider ?? ''] ?? {};
      const given = Object.keys(options).map((name) => [name, own[name] ?? options[name] ?? '']);
      const whole = { ...Object.fromEntries(given), company };
      // A file of a certificate has a password of its own, which not every bank gives one.
      const isAdded = command === 'provider add';
      return house.operate(command, isAdded ? { ...whole, ...own } : whole);
    };

    const keys = { publicKey: '', secretKey: '' };
    const opening = blocksOf(language, 'operators').find((block) => block.includes('key create'));
    for (const line of opening?.split('\n') ?? []) Object.assign(keys, (await run(line))[0]);
    for (const block of blocksOf(language, page)) {
      for (const line of block.split('\n')) {
        const [answer] = await run(line);
        if (line.includes('provider test')) expect(answer).toMatchObject({ works: true });
      }
    }
    const merchant = createMerchant({
      ...{ baseUrl: house.baseUrl, keys },
      trustedPem: parties.authority.certificatePem,
    });
    const { body } = await merchant.call('GET', '/whoami');
    await merchant.stop();
    expect([...body.paymentMethods].sort()).toEqual(methods);
  });
});

/** The operator's commands of a page, as they stand there, block by block. */
function blocksOf(language: string, page: string): string[] {
  const text = readFileSync(`docs/pages/${language}/${page}.md`, 'utf8');
  const asked = text.replaceAll(
    /\{% providerCommand "(\w+)" %\}/g,
    '```bash\nnpm run -s operator -- provider add --company acme --provider $1\n```',
  );
  return [...asked.matchAll(/```bash\n([\s\S]*?)\n```/g)]
    .map(([, block = '']) => block.replaceAll('\\\n', ' '))
    .filter((block) => block.startsWith('npm run -s operator -- '));
}

function readCommand(line: string): { command: string; options: Record<string, string> } {
  const [words = '', ...rest] = line.replace('npm run -s operator -- ', '').split(' --');
  const options = rest.map((option) => {
    const [, name = '', value = ''] = /^(\S+) '?([^']*)'?$/.exec(option.trim()) ?? [];
    return [name, value];
  });
  return { command: words.trim(), options: Object.fromEntries(options) };
}
