import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attemptKeyOf } from '../../service/providers/attempt-key.ts';
import { routeTo } from '../rehearse/company.ts';
import { newReference } from '../rehearse/merchant.ts';
import type { Rehearsal } from '../rehearse/rehearse.ts';
import { openRehearsal } from '../rehearse/rehearse.ts';
import { createReport, mustBe } from '../rehearse/report.ts';
import { issuePix } from '../rehearse/try-pix.ts';
import { freePort } from '../system/free-port.mjs';
import { isPrometheusInstalled, startPrometheus } from './prometheus.ts';

/*
 * The dashboard for Grafana and the alerts, asked of a real Prometheus that collects from the service
 * while a merchant is paid by parties that are played.
 */

type Panel = { type: string; title: string; targets?: { expr: string }[] };

const { panels }: { panels: Panel[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../deploy/grafana/checkout.json'), 'utf8'),
);
/**
 * What Grafana puts there depends on how wide a panel is drawn; it is some scrapes at least. Those of
 * the process are left out: the service here is one of several things in its own.
 */
const QUERIES = panels
  .flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, query: expr.replaceAll('$__rate_interval', '1m') })),
  )
  .filter(({ query }) => !/\b(nodejs|process)_/.test(query));
/** One more of these within a minute is refused. */
const WHOAMI_A_MINUTE = 30;

describe.runIf(isPrometheusInstalled)('Prometheus', () => {
  const home = mkdtempSync(join(tmpdir(), 'prometheus-'));
  let rehearsal: Rehearsal;
  let prometheus: Awaited<ReturnType<typeof startPrometheus>>;

  beforeAll(async () => {
    rehearsal = await openRehearsal(createReport(() => {}));
    const { operate, house } = rehearsal.stage;
    await routeTo(operate, 'CREDIT_CARD', 'mercadopago');
    await routeTo(operate, 'PIX', 'inter');
    await routeTo(operate, 'PAYOUT', 'efi');
    const port = await freePort();
    prometheus = await startPrometheus(home, { port, metricsUrl: house.metricsUrl });
  });
  afterAll(async () => {
    await prometheus.stop();
    await rehearsal.stop();
    rmSync(home, { recursive: true, force: true });
  });

  async function payOnce(): Promise<void> {
    const { stage } = rehearsal;
    const { merchant, parties } = stage;
    const card = await merchant.payByCard({ card: { holderName: 'APRO' } });
    mustBe('the card', [card.status, card.body.status], [201, 'APPROVED']);
    const bank = parties.banks.inter;
    await bank.notify([bank.pay(attemptKeyOf(await issuePix(stage)))]);
    // Whether the bank takes it is not asked: its status is counted either way.
    await merchant.call('POST', '/payout', {
      ...{ amount: 100, pixKey: `${newReference()}@example.com`, pixKeyType: 'EMAIL' },
      referenceId: newReference(),
    });
    const calls = Array.from({ length: WHOAMI_A_MINUTE + 1 }, () =>
      merchant.call('GET', '/whoami'),
    );
    await Promise.all(calls);
  }

  it('has a number for every query of the dashboard', async () => {
    expect(QUERIES.length).toBeGreaterThan(30);
    let without = QUERIES;
    const askedAgain = async () => {
      await payOnce();
      const values = await Promise.all(without.map(({ query }) => prometheus.valuesOf(query)));
      without = without.filter((_, place) => !values[place]?.some(Number.isFinite));
      return without;
    };
    await expect.poll(askedAgain, { timeout: 120_000 }).toEqual([]);
  });

  it('can ask what each alert asks', async () => {
    const alerts = readFileSync(
      join(import.meta.dirname, '../../deploy/prometheus/alerts.yml'),
      'utf8',
    ).matchAll(/- alert: (\w+)/g);
    const wanted = Object.fromEntries([...alerts].map(([, name = '']) => [name, 'ok']));
    await expect.poll(() => prometheus.healthOfAlerts()).toEqual(wanted);
  });
});
