import { onTestFinished } from 'vitest';
import type { EfiOptions } from '../../simulators/efi/efi.ts';
import { startEfi } from '../../simulators/efi/efi.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import { createTestCompany } from '../../simulators/testing/pix-company.ts';
import { createPixBank } from '../providers/pix-bacen/bank.ts';
import { PIX_PROFILES } from '../providers/pix-bacen/profiles.ts';
import { partyMeans, pemOf } from './party-means.ts';

/** Efí as it is played, and the client of a company that has an account and a certificate there. */
export async function arrangeEfi(options: Partial<EfiOptions> = {}) {
  const harness = createTestHarness();
  const { clock } = harness;
  const efi = await startEfi({
    ...harness,
    trusted: [harness.authority.certificatePem],
    ...options,
  });
  onTestFinished(() => efi.stop());
  const identity = pemOf(efi.issueCertificate());
  const { means, run, lines } = partyMeans(efi, clock, { identity });
  const bank = createPixBank({
    ...means,
    provider: 'efi',
    profile: PIX_PROFILES.efi,
    hosts: { api: efi.api, token: new URL(efi.tokenUrl).origin },
    credentials: efi.credentials,
    isNoticeProved: false,
  });

  /** Without it Efí sends nothing for the account. */
  async function registerNotices(webhookUrl = 'https://shop.example/notices') {
    await createTestCompany(efi).call('PUT', `/webhook/${efi.key}`, { body: { webhookUrl } });
  }

  const { clientId, clientSecret } = efi.credentials;
  const credentials = { clientId, clientSecret };
  /** Of a client for one of its other hosts. */
  const own = { ...means, credentials };
  const { timers, log } = means;
  return { ...harness, efi, bank, own, timers, run, lines, log, registerNotices };
}
