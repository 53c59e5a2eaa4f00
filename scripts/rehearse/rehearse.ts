import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPANY, missingParties, openCompany } from './company.ts';
import { createMerchant, createReceiver } from './merchant.ts';
import { openHouse } from './open-house.ts';
import { openParties } from './open-parties.ts';
import { playPayer } from './play-payer.ts';
import type { Report } from './report.ts';
import { createReport, mustBe } from './report.ts';
import { openShop } from './shop.ts';
import { OTHER_METHODS } from './shop-page.ts';
import type { Stage } from './stage.ts';
import { openTlsOrigin } from './tls-origin.ts';
import { tryCards } from './try-cards.ts';
import { tryOtherMethods, tryPayouts } from './try-other-methods.ts';
import { tryPix } from './try-pix.ts';
import { tryRotation, tryTrouble } from './try-trouble.ts';
import { tryWaysBack } from './try-ways-back.ts';

/**
 * `isOnce`: ends when all was tried, with exit code 1 where anything went wrong. `browserPath`:
 * null where no Chromium was found, and nothing is paid in a browser.
 */
export async function rehearse({
  isOnce,
  browserPath,
}: {
  isOnce: boolean;
  browserPath: string | null;
}): Promise<void> {
  const report = createReport((line) => console.log(line));
  const rehearsal = await openRehearsal(report);
  await tryAll(rehearsal.stage, browserPath);
  const { right, wrong } = report.counts();
  console.log(`\n${right} right, ${wrong.length} wrong.`);
  for (const what of wrong) console.log(`  wrong: ${what}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
  if (!isOnce) {
    tellHowToTry(rehearsal);
    await toldToStop();
  }
  await rehearsal.stop();
}

export type Rehearsal = Awaited<ReturnType<typeof openRehearsal>>;

export async function openRehearsal(report: Report) {
  report.heading('The service in production mode, and a company made by an operator');
  const parties = await openParties();
  const receiver = createReceiver();
  const builtDir = join(process.cwd(), 'dist');
  const house = await openHouse(parties, { sendWebhook: receiver.sendWebhook, builtDir });
  await report.attempt('every provider that can be switched on is played', async () => {
    mustBe('those that are not', missingParties(parties), []);
  });
  const { baseUrl, operate } = house;
  const origin = await openTlsOrigin(parties.authority.issueServer(['localhost', '127.0.0.1']));
  const shopUrl = origin.url;
  const opened = await openCompany(parties, { operate, shopUrl, report });
  const { keys, signingSecret, noticeAddresses, secrets } = opened;
  receiver.expect(signingSecret);
  const { certificatePem: trustedPem } = parties.authority;
  const merchant = createMerchant({ baseUrl, trustedPem, keys });
  const stage: Stage = {
    ...{ parties, house, operate, merchant, receiver, report, shopUrl, noticeAddresses, secrets },
  };
  const shop = await openShop(origin, {
    ...{ merchant, baseUrl, keys },
    playPayer: (payinId) => playPayer(stage, payinId),
  });
  return {
    stage,
    keys,
    async stop() {
      await shop.stop();
      await merchant.stop();
      await house.stop();
      await parties.stop();
    },
  };
}

export async function tryAll(stage: Stage, browserPath: string | null): Promise<void> {
  await tryCards(stage);
  const trouble = await tryTrouble(stage);
  await tryPix(stage);
  await tryOtherMethods(stage);
  await tryRotation(stage);
  // What comes late moves the balance, which is looked at from here on.
  await trouble.ended;
  await tryWaysBack(stage);
  if (browserPath !== null) {
    // A release has no package that drives browsers.
    const { tryBrowser } = await import('./try-browser.ts');
    await tryBrowser(stage, browserPath);
  }
  await tryPayouts(stage);
  await tryBooks(stage);
}

export async function tryBooks(stage: Stage): Promise<void> {
  const { report, house, operate, parties, receiver, secrets } = stage;
  report.heading('Afterwards');
  await report.attempt('the ledger adds up', async () => {
    await operate('reconcile');
  });
  await report.attempt('no charge waits to be given back', async () => {
    mustBe('those that do', await operate('orphan list', { company: COMPANY }), []);
  });
  await report.attempt('the merchant could take every event', async () => {
    mustBe('what they refused', receiver.refused, []);
  });
  await report.attempt('no party was called as its documents forbid', async () => {
    mustBe('the violations', parties.takeViolations(), []);
  });
  await report.attempt('the log holds no card, no secret and no address of notices', async () => {
    const log = house.readLog();
    const found = [...secrets].filter(([, secret]) => log.includes(secret));
    mustBe(
      'what it holds',
      found.map(([name]) => name),
      [],
    );
  });
}

function tellHowToTry({ stage, keys }: Rehearsal): void {
  const { house, parties } = stage;
  const authorityFile = join(house.dataDir, 'authority.pem');
  writeFileSync(authorityFile, parties.authority.certificatePem);
  console.log(`
  shop           ${stage.shopUrl}   (any card of digits that add up; a card that ends in 2 is refused)
${OTHER_METHODS.map((method) => `                 ${stage.shopUrl}/${method}`).join('\n')}
  API            ${house.baseUrl}
  checkout       ${house.checkoutUrl}
  3DS stage      ${house.stageUrl}
  trust          ${authorityFile}   (curl --cacert, NODE_EXTRA_CA_CERTS)
  keys           ${keys.publicKey}
                 ${keys.secretKey}
  operator       DATA_DIR=${house.dataDir} npm run -s operator -- provider list
  another        DATA_DIR=${house.dataDir} npm run -s operator -- route set --company ${COMPANY} --method pix --providers inter
  log            ${join(house.dataDir, 'service.log')}
  stop           Ctrl+C
`);
  for (const [name, { hosts }] of Object.entries(parties.whereabouts)) {
    const told = Object.entries(hosts).map(([role, origin]) => `${role} ${origin}`);
    console.log(`  ${name.padEnd(13)}  ${told.join('  ')}`);
  }
}

function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
